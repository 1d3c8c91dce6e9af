/**
 * A lab for any model, made from its registry entry and its note. The build renders it with the run at its start; on the
 * page it is hydrated and given `connect`, which brings the core.
 */
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { LabProps } from '../../lib/content';
import { LiveRegion } from '../../ui/LiveRegion';
import { Controls } from './Controls';
import { FigureData } from './FigureData';
import { FigurePane } from './FigurePane';
import { ModelNotes, Notices } from './Notices';
import { Presets } from './Presets';
import { focusSoon } from '../../ui/focus';
import { AllResults, PrimaryResults } from './Results';
import { PrintedInputs } from './PrintedInputs';
import { ShareBar } from './ShareBar';
import { createLab, type Connect, type Lab as LabState } from './state';
import { useAddressBar } from './useAddressBar';

/** What was last said aloud; `turn` tells two equal sayings apart. */
interface Said {
  text: string;
  turn: number;
}

export interface LabIslandProps extends LabProps {
  /** Absent where there is no core: at build time. */
  connect?: Connect;
}

/** A run that takes this long shows that it goes on, and can be ended: well within what feels immediate. */
const PATIENCE_MS = 60;
/** The bar stays over the pauses between the runs of a drag, which would make it flicker. */
const LINGER_MS = 200;

interface FigureProps {
  lab: LabState;
  id: string;
  say: (text: string) => void;
}

function FirstFigure({ lab, id, say }: FigureProps) {
  return <FigurePane chart={lab.charts.value[0]} id={id} say={say} />;
}

function MoreFigures({ lab, id, say }: FigureProps) {
  const [, ...charts] = lab.charts.value;
  return charts.map((chart, i) => (
    <div class="lab__more-figure" key={i}>
      <FigurePane chart={chart} id={`${id}-${i + 2}`} say={say} isFurther />
    </div>
  ));
}

/** Long runs only: what is on stage stays meanwhile, and can be kept. */
function Busy({ lab }: { lab: LabState }) {
  const busy = lab.busy.value;
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(busy), busy ? PATIENCE_MS : LINGER_MS);
    return () => clearTimeout(timer);
  }, [busy]);
  if (!long) return null;
  return (
    <div class="busy">
      <progress aria-label="Computing" />
      <button
        type="button"
        class="button button--quiet"
        onClick={() => {
          lab.cancel();
          // The button goes; what can be done next stands where the notice is.
          focusSoon(`[data-lab="${lab.model.id}"] [data-again]`);
        }}
      >
        Cancel
      </button>
    </div>
  );
}

/** A refusal is also said, since its message may be far from where the reader is; the same one again, again. */
function Announcer({ lab, said, say }: { lab: LabState; said: Said; say: (text: string) => void }) {
  const refused = lab.refusal.value;
  useEffect(() => {
    if (refused) say(refused.text);
  }, [refused]);
  return <LiveRegion text={said.text} turn={said.turn} />;
}

/** Where the lab stands, for styles and for whoever waits for it. */
function statusOf(lab: LabState): 'starting' | 'busy' | 'failed' | 'refused' | 'stopped' | 'ready' {
  if (lab.failure.value) return 'failed';
  if (!lab.registry.value) return 'starting';
  if (lab.busy.value) return 'busy';
  if (lab.refusal.value) return 'refused';
  return lab.stopped.value ? 'stopped' : 'ready';
}

export function Lab({ connect, ...props }: LabIslandProps) {
  const lab = useMemo(() => createLab(props), []);
  const [said, setSaid] = useState<Said>({ text: '', turn: 0 });
  const say = useCallback((text: string) => setSaid(({ turn }) => ({ text, turn: turn + 1 })), []);
  const id = props.model.id;
  useEffect(() => {
    if (connect) void lab.start(connect, props.place === 'page' ? location.search : '');
    return () => lab.close();
  }, []);
  useAddressBar(lab);
  return (
    <div class={`lab lab--${props.place}`} data-lab={id} data-status={statusOf(lab)}>
      <div class="lab__grid">
        <div class="lab__desk">
          <div class="lab__left">
            <div class="lab__stage">
              <FirstFigure lab={lab} id={id} say={say} />
              <Busy lab={lab} />
            </div>
            <div class="lab__said">
              <PrintedInputs lab={lab} />
              <Notices lab={lab} />
              <PrimaryResults lab={lab} />
              <ModelNotes lab={lab} />
            </div>
            <MoreFigures lab={lab} id={id} say={say} />
          </div>
          <Controls lab={lab} prefix={id} />
        </div>
        <div class="lab__more">
          <Presets lab={lab} />
          <AllResults lab={lab} />
          <FigureData lab={lab} />
          <ShareBar lab={lab} say={say} />
        </div>
      </div>
      <Announcer lab={lab} said={said} say={say} />
    </div>
  );
}
