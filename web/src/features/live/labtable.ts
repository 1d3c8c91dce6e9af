import type { Client } from '../../core/client';
import type { Model, TableHandle } from '../../core/types';

/** The lab's table, given to the core a second time for the runs of the text; only when its text changes. */
export class LabTable {
  private text: string | null = null;
  private added: Promise<TableHandle> | undefined;

  constructor(
    private readonly client: Client,
    private readonly model: Model,
  ) {}

  /** The handle of a table's text; nothing for a lab without one. */
  handle(text: string | null): Promise<TableHandle | undefined> {
    if (text !== this.text) {
      void this.added?.then((old) => this.client.releaseTable(old));
      this.text = text;
      this.added =
        text === null ? undefined : this.client.addTable(this.model, text).then(({ handle }) => handle);
    }
    return Promise.resolve(this.added);
  }
}
