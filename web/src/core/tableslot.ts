/** The one table of a session: its text, what the core made of it, and the handle that runs name. */
import { batch, signal, type Signal } from '@preact/signals-core';
import type { Client, Comma, TableSummary } from './client';
import { AbortError, RefusalError } from './errors';
import { REASON } from './reasons';
import type { Model, TableHandle } from './types';

/** A table as the page shows it. */
export interface TableInfo extends Omit<TableSummary, 'handle'> {
  /** The text that raised the question "is a comma a decimal mark?"; then nothing was read. */
  question: string | null;
}

export class TableSlot {
  readonly text: Signal<string | null>;
  /** What a comma in the text means, where the reader has said so. */
  readonly comma = signal<Comma>('auto');
  readonly info = signal<TableInfo | null>(null);
  /** Changes with every `set`, also to the same text. */
  readonly version = signal(0);
  private reading: Promise<TableHandle | undefined>;
  private held: TableHandle | undefined;

  constructor(
    private readonly client: Client,
    private readonly model: Model,
    text: string | null,
  ) {
    this.text = signal(text);
    this.reading = this.read(text, 'auto');
  }

  set(text: string | null, comma: Comma): void {
    batch(() => {
      this.text.value = text;
      this.comma.value = comma;
      this.version.value++;
      this.reading = this.read(text, comma);
    });
  }

  /** Waits for the text to be read. Rejects with a RefusalError when it, or one of its cells, cannot be. */
  handle(): Promise<TableHandle | undefined> {
    return this.reading;
  }

  close(): void {
    this.version.value++;
    this.hold(undefined);
  }

  private read(text: string | null, comma: Comma): Promise<TableHandle | undefined> {
    const reading = text === null ? Promise.resolve(this.drop()) : this.add(text, comma);
    // Whoever runs meets the failure; until then nobody may be waiting.
    reading.catch(() => undefined);
    return reading;
  }

  private drop(): undefined {
    this.hold(undefined);
    this.info.value = null;
  }

  private async add(text: string, comma: Comma): Promise<TableHandle> {
    const version = this.version.peek();
    const isNewest = () => version === this.version.peek();
    try {
      const { handle, ...summary } = await this.client.addTable(this.model, text, comma);
      if (!isNewest()) {
        this.client.releaseTable(handle);
        throw new AbortError();
      }
      this.hold(handle);
      this.info.value = { ...summary, question: null };
      const bad = summary.bad[0];
      // A bad cell is not a missing one: leaving it out would change the answer without a word.
      if (bad) throw new RefusalError({ status: 'cell', ...bad });
      return handle;
    } catch (error) {
      const isUnread = error instanceof RefusalError && error.refusal.row === undefined;
      if (isNewest() && isUnread) this.info.value = unread(error);
      throw error;
    }
  }

  private hold(handle: TableHandle | undefined): void {
    if (this.held !== undefined) this.client.releaseTable(this.held);
    this.held = handle;
  }
}

/** Nothing was read: a question when it is about commas, otherwise no table at all. */
function unread({ refusal }: RefusalError): TableInfo | null {
  if (refusal.reason !== REASON.commaUnclear) return null;
  const shape = { separator: '', comma: 'auto', hasHeader: false, byPosition: false, columns: [] } as const;
  const empty = { rows: 0, missing: 0, names: null, bad: [], badTotal: 0 };
  return { ...empty, shape: { ...shape, columns: [] }, question: refusal.text ?? '' };
}
