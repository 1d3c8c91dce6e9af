/** The store behind a session. */
import { batch, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { Comma } from './client';
import { EnsembleStore } from './ensemble';
import { AbortError, RefusalError } from './errors';
import { refusalText } from './message';
import { REASON } from './reasons';
import { defaults, paramById, parseParam, readValue } from './registry';
import type { Session, SessionOptions, Shown } from './session';
import { TableSlot, type TableInfo } from './tableslot';
import type { Model, Params, Refusal, Result, TableHandle } from './types';

/** See Session for what each member promises. */
export class Store implements Session {
  readonly model: Model;
  readonly params: Signal<Params>;
  readonly seed: Signal<number>;
  readonly result: Signal<Result | null>;
  readonly refusal = signal<Shown | null>(null);
  readonly failure = signal<string | null>(null);
  readonly busy = signal(false);
  readonly ensemble: EnsembleStore;
  private readonly table: TableSlot;
  private readonly opening: { params: Params; seed: number };
  private readonly stopEffect: () => void;
  readonly stopped = signal(false);
  resultTable: TableHandle | undefined;
  private isScheduled = false;
  /** Counts runs and refusals; only the newest may clear a refusal or end `busy`. */
  private ticket = 0;
  private isRunning = false;
  private running = new AbortController();
  /** Counts what was given for each parameter: a text that is still being read gives way to a newer value of its own. */
  private readonly given = new Map<string, number>();
  private reading = 0;

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
    this.ensemble = new EnsembleStore(
      client,
      model,
      async () => ({
        params: this.params.peek(),
        seed: this.seed.peek(),
        table: await this.table.handle(),
      }),
      (error) => this.words(error),
    );
    let isSettled = initial !== undefined && this.isAt(initial);
    this.stopEffect = effect(() => {
      void [this.params.value, this.seed.value, this.table.version.value];
      this.ensemble.clear();
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

  get comma(): ReadonlySignal<Comma> {
    return this.table.comma;
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
    for (const [id] of known) this.give(id);
    const params = this.params.peek();
    const isSame = known.every(([id, value]) => params[id] === value);
    // The same value again still takes back the refusal of something that was typed.
    if (isSame && this.refusal.peek()) this.schedule();
    if (!isSame) this.params.value = { ...params, ...Object.fromEntries(known) };
  }

  async setText(id: string, text: string): Promise<void> {
    const param = paramById(this.model, id);
    if (!param) return;
    const turn = this.give(id);
    this.reading++;
    this.showBusy();
    try {
      const parse = await this.options.client.parser();
      if (turn !== this.given.get(id)) return;
      const isNumber = param.kind === 'real' || param.kind === 'int';
      // Numbers out of range are set all the same, so that the core's refusal speaks of the value that was typed.
      const read = isNumber ? parseParam(text, parse) : readValue(param, text, parse);
      if ('value' in read) this.set(id, read.value);
      else this.refuse({ status: 'range', reason: read.reason, param: id, text });
    } catch (error) {
      this.fail(error);
    } finally {
      this.reading--;
      this.showBusy();
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
    if (!this.isRunning) return;
    this.stopped.value = true;
    this.running.abort();
  }

  again(): void {
    this.schedule();
  }

  close(): void {
    this.ticket++;
    this.stopEffect();
    this.running.abort();
    this.ensemble.clear();
    this.table.close();
    this.onClose();
  }

  private isAt({ params, seed }: Result): boolean {
    return (
      seed === this.seed.peek() && this.model.params.every(({ id }) => params[id] === this.params.peek()[id])
    );
  }

  private give(id: string): number {
    const turn = (this.given.get(id) ?? 0) + 1;
    this.given.set(id, turn);
    return turn;
  }

  private showBusy(): void {
    this.busy.value = this.reading > 0 || this.isScheduled || this.isRunning;
  }

  /** However many signals change in one task, one run follows. */
  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    this.showBusy();
    queueMicrotask(() => {
      this.isScheduled = false;
      void this.run();
    });
  }

  private async run(): Promise<void> {
    const ticket = ++this.ticket;
    batch(() => {
      this.isRunning = true;
      this.stopped.value = false;
      this.showBusy();
    });
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
        this.resultTable = table;
        this.result.value = result;
        if (ticket !== this.ticket) return;
        this.refusal.value = null;
        this.failure.value = null;
      });
    } catch (error) {
      if (ticket === this.ticket) this.fail(error, params);
    } finally {
      if (ticket === this.ticket) {
        this.isRunning = false;
        this.showBusy();
      }
    }
  }

  private words(error: unknown, params: Params = this.params.peek()): string {
    if (error instanceof RefusalError)
      return refusalText(error.refusal, this.model, this.options.registry, params);
    return error instanceof Error ? error.message : String(error);
  }

  private fail(error: unknown, params: Params = this.params.peek()): void {
    if (error instanceof RefusalError) this.refuse(error.refusal, params);
    else if (!(error instanceof AbortError)) this.failure.value = this.words(error);
  }

  private refuse(refusal: Refusal, params: Params = this.params.peek()): void {
    // A run that is still going may show its result, but not take this back.
    this.ticket++;
    batch(() => {
      this.isRunning = false;
      this.showBusy();
      this.stopped.value = false;
      this.failure.value = null;
      this.refusal.value = {
        refusal,
        text: refusalText(refusal, this.model, this.options.registry, params),
      };
    });
  }
}
