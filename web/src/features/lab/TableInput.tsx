/** The table of a model that takes one: typed, pasted, dropped or from a file. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Comma } from '../../core/client';
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

function CommaQuestion({ lab }: { lab: Lab }) {
  const question = lab.tableInfo.value?.question;
  if (!question) return null;
  return (
    <div class="notice notice--warning" role="group" aria-label="What does the comma mean?">
      <p class="notice__title">
        What does the comma in <code>{question}</code> mean?
      </p>
      <p class="table-input__answers">
        {ANSWERS.map(({ comma, text }) => (
          <button
            type="button"
            class="button"
            key={comma}
            onClick={() => lab.setTable(lab.tableText.value, comma)}
          >
            {text}
          </button>
        ))}
      </p>
    </div>
  );
}

export function TableInput({ lab, prefix }: { lab: Lab; prefix: string }) {
  const id = `${prefix}-data`;
  const held = lab.tableText.value ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const put = (text: string) => {
    clearTimeout(timer.current);
    setTyped(null);
    lab.setTable(text);
  };
  // A preset or a reset replaces what is being typed.
  useEffect(() => setTyped(null), [held]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onInput = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => lab.setTable(text), TYPING_MS);
  };
  /** A long paste never enters the textarea: laying it out would stop the page. */
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length <= LONG_TEXT) return;
    event.preventDefault();
    put(text);
  };
  const onFiles = async (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) put(await file.text());
  };
  const long = held.length > LONG_TEXT;
  return (
    <section
      class={`table-input${over ? ' table-input--over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void onFiles(event.dataTransfer?.files);
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
          <button type="button" class="button button--quiet" onClick={() => put('')}>
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
          aria-describedby={`${id}-counts`}
          onInput={(event) => onInput(event.currentTarget.value)}
          onPaste={onPaste}
        />
      )}
      <p class="table-input__counts" id={`${id}-counts`}>
        {tableCounts(lab)}
      </p>
      <CommaQuestion lab={lab} />
      <BadCells lab={lab} />
      <label class="table-input__file">
        <span>Open a file, or drop one here</span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          onChange={(event) => void onFiles(event.currentTarget.files)}
        />
      </label>
    </section>
  );
}
