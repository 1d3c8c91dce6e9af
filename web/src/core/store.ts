/** The store behind a session. */
import { batch, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { Comma } from './client';
import { AbortError, RefusalError } from './errors';
import { refusalText } from './message';
import { REASON } from './reasons';
import { defaults, paramById, parseParam, readValue } from './registry';
import type { Session, SessionOptions, Shown } from './session';
import { TableSlot, type TableInfo } from './tableslot';
import type { Model, Params, Refusal, Result } from './types';

/** See Session for what each member promises. */
export class Store implements Session {
  readonly model: Model;
  readonly params: Signal<Params>;
  readonly seed: Signal<number>;
  readonly result: Signal<Result | null>;
  readonly refusal = signal<Shown | null>(null);
  readonly failure = signal<string | null>(null);
  readonly busy = signal(false);
  private readonly table: TableSlot;
  private readonly opening: { params: Params; seed: number };
  private readonly stopEffect: () => void;
  private isScheduled = false;
  /** Counts what was asked for; only the newest may clear a refusal or end `busy`. */
  private ticket = 0;
  private running = new AbortController();

  constructor(
    private readonly options: SessionOptions,
    private readonly key: string,
    private readonly onClose: () => void,
  ) {
    const { model, client, initial } = options;
    this.model = model;
    this.opening = { params: { ...defaults(model), ...options.params }, seed: options.seed ?? 1 };
    this.params = signal(this.opening.params);
    this.seed = signal(this.opening.seed);
    this.result = signal(initial ?? null);
    this.table = new TableSlot(client, model, options.table ?? null);
    let isSettled = initial !== undefined && options.rerun !== true && this.isAt(initial);
    this.stopEffect = effect(() => {
      void [this.params.value, this.seed.value, this.table.version.value];
      if (!isSettled) this.schedule();
      isSettled = false;
    });
    client.warm();
  }

  get tableText(): ReadonlySignal<string | null> {
    return this.table.text;
  }

  get tableInfo(): ReadonlySignal<TableInfo | null> {
    return this.table.info;
  }

  set(id: string, value: number): void {
    this.setMany({ [id]: value });
  }

  setMany(values: Params): void {
    const known = Object.entries(values).filter(([id]) => paramById(this.model, id));
    const unfit = known.find(([, value]) => !Number.isFinite(value));
    if (unfit) {
      // A number field that was emptied reports NaN.
      this.refuse({ status: 'range', reason: REASON.empty, param: unfit[0] });
      return;
    }
    const params = this.params.peek();
    const isSame = known.every(([id, value]) => params[id] === value);
    // The same value again still takes back the refusal of something that was typed.
    if (isSame && this.refusal.peek()) this.schedule();
    if (!isSame) this.params.value = { ...params, ...Object.fromEntries(known) };
  }

  async setText(id: string, text: string): Promise<void> {
    const param = paramById(this.model, id);
    if (!param) return;
    const ticket = ++this.ticket;
    this.busy.value = true;
    try {
      const parse = await this.options.client.parser();
      if (ticket !== this.ticket) return;
      const isNumber = param.kind === 'real' || param.kind === 'int';
      // Numbers out of range are set all the same, so that the core's refusal speaks of the value that was typed.
      const read = isNumber ? parseParam(text, parse) : readValue(param, text, parse);
      if ('value' in read) this.set(id, read.value);
      else this.refuse({ status: 'range', reason: read.reason, param: id, text });
    } catch (error) {
      this.fail(error);
    } finally {
      // The value that stands already starts no run, which would end this.
      if (ticket === this.ticket && !this.isScheduled) this.busy.value = false;
    }
  }

  setTable(text: string | null, comma: Comma = 'auto'): void {
    this.table.set(text, comma);
  }

  reset(): void {
    batch(() => {
      this.setMany(this.opening.params);
      this.seed.value = this.opening.seed;
      const table = this.options.table ?? null;
      if (table !== this.table.text.peek()) this.setTable(table);
    });
  }

  cancel(): void {
    this.running.abort();
  }

  close(): void {
    this.ticket++;
    this.stopEffect();
    this.cancel();
    this.table.close();
    this.onClose();
  }

  private isAt({ params, seed }: Result): boolean {
    return (
      seed === this.seed.peek() && this.model.params.every(({ id }) => params[id] === this.params.peek()[id])
    );
  }

  /** However many signals change in one task, one run follows. */
  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    queueMicrotask(() => {
      this.isScheduled = false;
      void this.run();
    });
  }

  private async run(): Promise<void> {
    const ticket = ++this.ticket;
    this.busy.value = true;
    this.running = new AbortController();
    const { signal } = this.running;
    const params = this.params.peek();
    const seed = this.seed.peek();
    try {
      const table = await this.table.handle();
      if (ticket !== this.ticket) return;
      const options = { table, seed, signal, key: this.key };
      const result = await this.options.client.run(this.model, params, options);
      batch(() => {
        this.result.value = result;
        if (ticket !== this.ticket) return;
        this.refusal.value = null;
        this.failure.value = null;
      });
    } catch (error) {
      if (ticket === this.ticket) this.fail(error, params);
    } finally {
      if (ticket === this.ticket) this.busy.value = false;
    }
  }

  private fail(error: unknown, params: Params = this.params.peek()): void {
    if (error instanceof RefusalError) this.refuse(error.refusal, params);
    else if (!(error instanceof AbortError)) {
      this.failure.value = error instanceof Error ? error.message : String(error);
    }
  }

  private refuse(refusal: Refusal, params: Params = this.params.peek()): void {
    // A run that is still going may show its result, but not take this back.
    this.ticket++;
    batch(() => {
      this.busy.value = false;
      this.failure.value = null;
      this.refusal.value = {
        refusal,
        text: refusalText(refusal, this.model, this.options.registry, params),
      };
    });
  }
}
