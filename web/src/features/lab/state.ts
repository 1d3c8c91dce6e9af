/**
 * What a lab's components read and call. Before the core has arrived it stands on the run that the build computed; moves
 * made in that time are kept and handed over.
 */
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Client, Comma } from '../../core/client';
import { defaults } from '../../core/registry';
import type { Ensemble } from '../../core/ensemble';
import { openSession, type Session, type TableInfo } from '../../core/session';
import type { Model, Params, Refusal, Registry, Result } from '../../core/types';
import type { LabProps, Preset } from '../../lib/content';
import { resolveFigure } from '../../lib/figure/resolve';
import type { Chart, FigureSpec } from '../../lib/figure/spec';
import { resultFromJson } from '../../lib/result';
import {
  DEFAULT_SEED,
  decode,
  encode,
  plainNumber,
  tableTravels,
  type Decoded,
  type Ignored,
} from '../../lib/url';

/** What the page gives a lab to compute with. */
export interface Connection {
  registry: Registry;
  client: Client;
}

export type Connect = () => Promise<Connection>;

export interface Lab {
  readonly props: LabProps;
  readonly model: Model;
  readonly params: ReadonlySignal<Params>;
  readonly seed: ReadonlySignal<number>;
  readonly tableText: ReadonlySignal<string | null>;
  readonly tableInfo: ReadonlySignal<TableInfo | null>;
  /** The last good result; it stays while an input is refused. */
  readonly result: ReadonlySignal<Result>;
  /** The figures of that result, the first one large. */
  readonly charts: ReadonlySignal<[Chart, ...Chart[]]>;
  /** Runs at the same inputs and other seeds; null before the core has arrived. */
  readonly ensemble: ReadonlySignal<Ensemble | null>;
  readonly refusal: ReadonlySignal<{ refusal: Refusal; text: string } | null>;
  readonly failure: ReadonlySignal<string | null>;
  readonly busy: ReadonlySignal<boolean>;
  /** The reader stopped the run of these inputs. */
  readonly stopped: ReadonlySignal<boolean>;
  readonly comma: ReadonlySignal<Comma>;
  /** The table is too long to travel in the link. */
  readonly tableStaysHere: ReadonlySignal<boolean>;
  readonly ignored: ReadonlySignal<Ignored[]>;
  readonly registry: ReadonlySignal<Registry | null>;
  /** Query string of what is on stage, without the `?`. */
  readonly query: ReadonlySignal<string>;
  set(id: string, value: number): void;
  setText(id: string, text: string): void;
  setSeed(seed: number): void;
  setTable(text: string | null, comma?: Comma): void;
  apply(preset: Preset): void;
  reset(): void;
  cancel(): void;
  /** Runs again what was stopped. */
  again(): void;
  dismissIgnored(): void;
  /** Connects to the core; `search` is the page's query string, when the lab owns the address. */
  start(connect: Connect, search: string): Promise<void>;
  close(): void;
}

/** The text of a parameter's error, if the refusal that stands is about it. A conflict is told at the dependent one. */
export function errorAt(lab: Lab, id: string): string | undefined {
  const refused = lab.refusal.value;
  return refused?.refusal.param === id ? refused.text : undefined;
}

export function createLab(props: LabProps): Lab {
  const { model, note } = props;
  const homeParams = { ...defaults(model), ...props.params };
  const homeTable = props.table ?? note.table ?? null;
  const initial = resultFromJson(props.initial);
  const session = signal<Session | null>(null);
  const registry = signal<Registry | null>(null);
  const waiting = signal<Params>(homeParams);
  /** What was moved before there was a session. */
  let touched: Params = {};
  /** What was typed before there was a core to read it. */
  const typedEarly = new Map<string, string>();
  const waitingSeed = signal(DEFAULT_SEED);
  const waitingTable = signal(homeTable);
  const unavailable = signal<string | null>(null);
  const ignored = signal<Ignored[]>([]);
  let closed = false;

  const params = computed(() => session.value?.params.value ?? waiting.value);
  const seed = computed(() => session.value?.seed.value ?? waitingSeed.value);
  const result = computed(() => session.value?.result.value ?? initial);
  const tableText = computed(() => (session.value ? session.value.tableText.value : waitingTable.value));
  const comma = computed(() => session.value?.comma.value ?? 'auto');
  /** The table, where it is not the one that the lab's own page opens with. */
  const ownTable = computed(() => (tableText.value === (note.table ?? null) ? null : tableText.value));

  const put = (values: Params) => {
    for (const id of Object.keys(values)) typedEarly.delete(id);
    touched = { ...touched, ...values };
    waiting.value = { ...waiting.value, ...values };
  };

  const lab: Lab = {
    props,
    model,
    params,
    seed,
    tableText,
    tableInfo: computed(() => session.value?.tableInfo.value ?? null),
    result,
    charts: computed(() => {
      const runs = session.value?.ensemble.results.value;
      const resolved = (figure: FigureSpec) => resolveFigure(figure, model, result.value, runs);
      return [resolved(note.figure), ...note.figures.map(resolved)];
    }),
    ensemble: computed(() => session.value?.ensemble ?? null),
    refusal: computed(() => session.value?.refusal.value ?? null),
    failure: computed(() => unavailable.value ?? session.value?.failure.value ?? null),
    busy: computed(() => session.value?.busy.value ?? false),
    ignored,
    registry,
    stopped: computed(() => session.value?.stopped.value ?? false),
    comma,
    tableStaysHere: computed(() => ownTable.value !== null && !tableTravels(ownTable.value)),
    query: computed(() => encode(model, params.value, seed.value, ownTable.value, comma.value)),
    set(id, value) {
      if (session.value) session.value.set(id, value);
      else put({ [id]: value });
    },
    setText(id, text) {
      if (session.value) {
        void session.value.setText(id, text);
        return;
      }
      const read = plainNumber(text);
      if ('value' in read) lab.set(id, read.value);
      else typedEarly.set(id, text);
    },
    setSeed(next) {
      if (session.value) session.value.seed.value = next;
      else waitingSeed.value = next;
    },
    setTable(text, comma) {
      if (session.value) session.value.setTable(text, comma);
      else waitingTable.value = text;
    },
    apply(preset) {
      if (preset.table !== undefined) lab.setTable(preset.table);
      const next = { ...defaults(model), ...preset.params };
      typedEarly.clear();
      if (session.value) session.value.setMany(next);
      else put(next);
    },
    reset() {
      if (session.value) session.value.reset();
      else {
        touched = {};
        typedEarly.clear();
        waiting.value = homeParams;
        waitingTable.value = homeTable;
      }
    },
    cancel() {
      session.value?.cancel();
    },
    again() {
      session.value?.again();
    },
    dismissIgnored() {
      ignored.value = [];
    },
    async start(connect, search) {
      const early = decode(model, search, plainNumber);
      try {
        const { registry: found, client } = await connect();
        if (closed) return;
        // It opens at home, where `reset` returns to; what the address or an early hand asked for comes on top.
        const options = { model, registry: found, client, initial, params: homeParams, table: homeTable };
        const own = openSession(options);
        const read = await withCore(early, client);
        if (closed) {
          own.close();
          return;
        }
        batch(() => {
          registry.value = found;
          ignored.value = read.ignored;
          own.setMany({ ...read.params, ...touched });
          own.seed.value = waitingSeed.value === DEFAULT_SEED ? read.seed : waitingSeed.value;
          const isEarly = waitingTable.value !== homeTable;
          const table = isEarly ? waitingTable.value : (read.tableText ?? homeTable);
          if (table !== homeTable) own.setTable(table, isEarly ? 'auto' : read.comma);
          session.value = own;
        });
        for (const [id, text] of typedEarly) void own.setText(id, text);
      } catch (error) {
        ignored.value = early.ignored;
        unavailable.value = error instanceof Error ? error.message : String(error);
      }

      /** Only an address that is more than `encode` writes needs the core's own number parser. */
      async function withCore(read: Decoded, client: Client): Promise<Decoded> {
        if (read.ignored.length === 0) return read;
        // Without a core nothing can be computed either, and the session says so at the first move.
        const parse = await client.parser().catch(() => plainNumber);
        return decode(model, search, parse);
      }
    },
    close() {
      closed = true;
      session.value?.close();
    },
  };
  return lab;
}
