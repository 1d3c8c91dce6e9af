/** The table of a model that takes one: typed, pasted, dropped or from a file. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Comma } from '../../core/client';
import { focusSoon } from '../../ui/focus';
import { BadCells } from './BadCells';
import type { Lab } from './state';
import { LONG_TEXT, tableCounts, textPreview } from './table';

/** The core re-reads the table when typing pauses, not at each key. */
const TYPING_MS = 200;

const ANSWERS: { comma: Comma; text: string }[] = [
  { comma: 'decimal', text: 'A decimal point' },
  { comma: 'thousands', text: 'Separates thousands' },
  { comma: 'separator', text: 'Separates values' },
];

function CommaQuestion({ lab, boxId }: { lab: Lab; boxId: string }) {
  const question = lab.tableInfo.value?.question;
  if (!question) return null;
  const answer = (comma: Comma) => {
    lab.setTable(lab.tableText.value, comma);
    focusSoon(`[id="${boxId}"]`);
  };
  return (
    <div class="notice notice--warning" role="group" aria-label="What does the comma mean?">
      <p class="notice__title">
        What does the comma in <code>{question}</code> mean?
      </p>
      <p class="table-input__answers">
        {ANSWERS.map(({ comma, text }) => (
          <button type="button" class="button" key={comma} onClick={() => answer(comma)}>
            {text}
          </button>
        ))}
      </p>
    </div>
  );
}

/** Why the table was refused, unless it is asked about or its bad cells are listed. */
function whyRefused(lab: Lab): string | undefined {
  const refused = lab.refusal.value;
  const info = lab.tableInfo.value;
  if (refused?.refusal.status !== 'cell' || info?.question || (info && info.badTotal > 0)) return undefined;
  return refused.text;
}

/** What is typed is read when typing pauses; what is pasted whole, dropped or opened, at once. */
function useTyping(lab: Lab, held: string) {
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(held);
  const drop = () => {
    clearTimeout(timer.current);
    setTyped(null);
  };
  // A preset or a reset replaces what is being typed; the echo of what was typed does not.
  useEffect(() => {
    if (held !== sent.current) drop();
    sent.current = held;
  }, [held]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    typed,
    onInput(text: string) {
      setTyped(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        sent.current = text;
        // An answer about commas holds while the same table is being edited.
        lab.setTable(text, lab.comma.value);
      }, TYPING_MS);
    },
    put(text: string) {
      drop();
      sent.current = text;
      lab.setTable(text);
    },
  };
}

/** Reads files; of two the later one counts, and one that cannot be read is said so. */
function useFiles(put: (text: string) => void) {
  const turn = useRef(0);
  const [failed, setFailed] = useState<string | null>(null);
  const open = async (files: FileList) => {
    const file = files[0];
    if (!file) return;
    const mine = ++turn.current;
    setFailed(null);
    try {
      const text = await file.text();
      if (mine === turn.current) put(text);
    } catch {
      if (mine === turn.current) setFailed(`${file.name} could not be read.`);
    }
  };
  return { open, failed };
}

export function TableInput({ lab, prefix }: { lab: Lab; prefix: string }) {
  const id = `${prefix}-data`;
  const held = lab.tableText.value ?? '';
  const [over, setOver] = useState(false);
  const { typed, onInput, put } = useTyping(lab, held);
  const files = useFiles(put);
  const why = whyRefused(lab);
  const isRefused = lab.refusal.value?.refusal.status === 'cell';
  /** A long paste never enters the textarea: laying it out would stop the page. */
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length <= LONG_TEXT) return;
    event.preventDefault();
    put(text);
    focusSoon(`[id="${id}"]`);
  };
  const clear = () => {
    put('');
    focusSoon(`[id="${id}"]`);
  };
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  const long = held.length > LONG_TEXT;
  return (
    <section
      class={`table-input${over ? ' table-input--over' : ''}`}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        // Text that is dragged into the box is the browser's business.
        if (!hasFiles(event) || !event.dataTransfer) return;
        event.preventDefault();
        void files.open(event.dataTransfer.files);
      }}
    >
      <label class="field__label" for={id}>
        Data: {lab.model.columns.map((column) => column.label).join(', ')}
      </label>
      {long ? (
        <>
          <pre class="table-input__preview" id={id} tabIndex={0} aria-label="First lines of the data">
            {textPreview(held)}
          </pre>
          <p class="table-input__hint">The first lines of a long table; all of it is computed.</p>
          <button type="button" class="button button--quiet" onClick={clear}>
            Clear the data
          </button>
        </>
      ) : (
        <textarea
          id={id}
          name="data"
          rows={5}
          spellcheck={false}
          autoComplete="off"
          value={typed ?? held}
          aria-invalid={isRefused || undefined}
          aria-describedby={why ? `${id}-why ${id}-counts` : `${id}-counts`}
          onInput={(event) => onInput(event.currentTarget.value)}
          onPaste={onPaste}
        />
      )}
      <p class="table-input__counts" id={`${id}-counts`}>
        {tableCounts(lab)}
      </p>
      {(why ?? files.failed) && (
        <p class="field__error" id={`${id}-why`}>
          {why ?? files.failed}
        </p>
      )}
      <CommaQuestion lab={lab} boxId={id} />
      <BadCells lab={lab} />
      <label class="table-input__file">
        <span>Open a file, or drop one here</span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          onChange={(event) => {
            const input = event.currentTarget;
            // Emptied afterwards, so that the same file can be opened again once it has been edited.
            if (input.files) void files.open(input.files).then(() => (input.value = ''));
          }}
        />
      </label>
    </section>
  );
}
