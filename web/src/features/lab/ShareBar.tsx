/** A link and a command that give this run again, elsewhere and in a terminal. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Lab } from './state';
import { cliCommand } from './text';

/** Address of the model's own page with this state. The server does not know where the site will stand. */
function useAddress(lab: Lab): string {
  const [base, setBase] = useState<string | null>(null);
  useEffect(() => setBase(new URL(lab.props.labHref || '.', location.href).href.split(/[?#]/)[0] ?? ''), []);
  const query = lab.query.value;
  return (base ?? lab.props.labHref) + (query ? `?${query}` : '');
}

export function ShareBar({ lab, say }: { lab: Lab; say: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<'no' | 'yes' | 'select'>('no');
  const address = useAddress(lab);
  useEffect(() => setCopied('no'), [address]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopied('yes');
      say('Link copied.');
    } catch {
      // No clipboard (plain http, a sandboxed frame, refused): the selected text can be copied by hand.
      field.current?.focus();
      field.current?.select();
      setCopied('select');
      say('The link is selected; copy it with your keyboard.');
    }
  };
  const hasTable = lab.model.columns.length > 0;
  return (
    <div class="share">
      <div class="share__row">
        <label for={`${lab.model.id}-link`}>Link to this run</label>
        <input
          ref={field}
          id={`${lab.model.id}-link`}
          class="share__link"
          type="text"
          readOnly
          value={address}
        />
        <button type="button" class="button" onClick={() => void copy()}>
          {copied === 'yes' ? 'Copied' : 'Copy link'}
        </button>
      </div>
      {lab.tableStaysHere.value && (
        <p class="share__hint">
          The table is too long to travel in a link: whoever opens it sees the lab’s own data. Send the file
          along.
        </p>
      )}
      {copied === 'select' && <p class="share__hint">Selected: copy it with your keyboard.</p>}
      <div class="share__row">
        <span>In a terminal</span>
        <code class="share__command" tabIndex={0}>
          {cliCommand(lab.model, lab.params.value, lab.seed.value, hasTable, lab.comma.value)}
        </code>
      </div>
    </div>
  );
}
