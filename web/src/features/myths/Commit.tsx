/** Asks whether a claim is true and how sure the reader is, before anything is revealed. */
import { useEffect, useRef, useState } from 'preact/hooks';

export interface CommitProps {
  id: string;
  verdict: boolean;
  /** Called once, when the reader has committed. */
  onCommit: () => void;
}

const CONFIDENCE = ['guess', 'unsure', 'sure'] as const;
type Confidence = (typeof CONFIDENCE)[number];

export function Commit({ id, verdict, onCommit }: CommitProps) {
  const [answer, setAnswer] = useState<boolean | null>(null);
  const [confidence, setConfidence] = useState<Confidence | null>(null);
  if (answer !== null && confidence !== null)
    return <Outcome right={answer === verdict} confidence={confidence} />;
  const choose = (chosen: Confidence) => {
    setConfidence(chosen);
    onCommit();
  };
  return (
    <div class="commit">
      <fieldset class="commit__step">
        <legend>Is this claim true?</legend>
        {[true, false].map((value) => (
          <label key={String(value)}>
            <input
              type="radio"
              autocomplete="off"
              name={`${id}-answer`}
              checked={answer === value}
              onChange={() => setAnswer(value)}
            />
            {value ? 'True' : 'False'}
          </label>
        ))}
      </fieldset>
      <fieldset class="commit__step" disabled={answer === null}>
        <legend>How sure are you? Choosing shows the answer.</legend>
        {CONFIDENCE.map((value) => (
          <button key={value} type="button" class="button" onClick={() => choose(value)}>
            {value === 'guess' ? 'A guess' : value === 'unsure' ? 'Unsure' : 'Sure'}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

const SAID: Record<Confidence, [right: string, wrong: string]> = {
  guess: [
    'Right, by a guess. Read why, so that next time you know.',
    'Not right, and you knew that you were guessing.',
  ],
  unsure: ['Right. You may be surer of it.', 'Not right. Your doubt was in place.'],
  sure: ['Right, and you were sure.', 'Not right, though you were sure. This one is worth remembering.'],
};

function Outcome({ right, confidence }: { right: boolean; confidence: Confidence }) {
  const outcome = useRef<HTMLParagraphElement>(null);
  // The buttons are gone: focus goes to what they led to, which is also how it is read aloud.
  useEffect(() => outcome.current?.focus(), []);
  return (
    <p ref={outcome} tabIndex={-1} class={right ? 'right-answer' : 'wrong-answer'}>
      {SAID[confidence][right ? 0 : 1]}
    </p>
  );
}
