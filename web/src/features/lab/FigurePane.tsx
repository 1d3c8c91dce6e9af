/** The figure: a sentence, a picture, and what is read out of it. Static until the canvas has arrived, and in print. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { LiveChart } from '../../lib/figure/chartjs';
import type { Chart } from '../../lib/figure/spec';
import { drawSvg } from '../../lib/figure/svg';

/** Two static pictures, one for each width of the lab; CSS shows the one that fits, so that text is never shrunk. */
const STATIC = [
  { name: 'wide', width: 760, height: 430 },
  { name: 'narrow', width: 360, height: 300 },
];

const REST_MS = 800;

const KEYS: Record<string, number | 'first' | 'last'> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: 10,
  PageDown: -10,
  Home: 'first',
  End: 'last',
};

function StaticFigure({ chart, id }: { chart: Chart; id: string }) {
  return (
    <>
      {STATIC.map(({ name, width, height }) => (
        <div
          key={name}
          class={`figure__static figure__static--${name}`}
          // Our own drawing, its texts escaped.
          dangerouslySetInnerHTML={{ __html: drawSvg(chart, { width, height }, `${id}-${name}`) }}
        />
      ))}
    </>
  );
}

/** Keeps one live chart over the life of the pane. */
function useLiveChart(chart: Chart, onRead: (text: string) => void) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const live = useRef<LiveChart | null>(null);
  const latest = useRef(chart);
  const [isLive, setLive] = useState(false);
  latest.current = chart;
  useEffect(() => {
    let gone = false;
    void import('../../lib/figure/chartjs').then(
      (module) => {
        if (gone || !canvas.current || !frame.current) return;
        live.current = new module.LiveChart(canvas.current, frame.current, latest.current, {
          onRead: (reading) => onRead(reading?.text ?? ''),
        });
        setLive(true);
      },
      // The static picture stays; the numbers beside it are live all the same.
      () => undefined,
    );
    return () => {
      gone = true;
      live.current?.destroy();
      live.current = null;
    };
  }, []);
  // Before the browser paints, so that numbers and picture change in the same frame.
  useLayoutEffect(() => live.current?.update(chart), [chart]);
  return { frame, canvas, live, isLive };
}

/** True while the page is being printed: paper gets the static picture. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const media = matchMedia('print');
    const listen = () => setPrinting(media.matches);
    media.addEventListener('change', listen);
    return () => media.removeEventListener('change', listen);
  }, []);
  return printing;
}

/** Says the finding once it has come to rest: a drag would say a hundred. */
function useSpokenFinding(title: string, say: (text: string) => void): void {
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return undefined;
    }
    const timer = setTimeout(() => say(title), REST_MS);
    return () => clearTimeout(timer);
  }, [title]);
}

export interface FigurePaneProps {
  chart: Chart;
  id: string;
  say: (text: string) => void;
  /** A further figure does not say its finding unasked: one voice is enough. */
  isFurther?: boolean;
}

export function FigurePane({ chart, id, say, isFurther = false }: FigurePaneProps) {
  const [reading, setReading] = useState('');
  const { frame, canvas, live, isLive } = useLiveChart(chart, setReading);
  const printing = usePrinting();
  useSpokenFinding(isFurther ? '' : chart.title, say);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = KEYS[event.key];
    if (event.key === 'Escape') live.current?.clearReading();
    if (step === undefined || !live.current) return;
    event.preventDefault();
    const read = live.current.step(step);
    if (read) say(read.text);
  };
  return (
    <figure class={`figure${isLive ? ' figure--live' : ''}`}>
      <figcaption class="figure__title">{chart.title}</figcaption>
      <div
        class="figure__frame"
        ref={frame}
        tabIndex={isLive ? 0 : undefined}
        role={isLive ? 'group' : undefined}
        aria-label={isLive ? 'Figure. Arrow keys read its points.' : undefined}
        onKeyDown={onKeyDown}
        onBlur={() => live.current?.clearReading()}
      >
        <canvas
          class="figure__canvas"
          ref={canvas}
          role={isLive ? 'img' : undefined}
          aria-label={isLive ? `${chart.title}. ${chart.summary}` : undefined}
          aria-hidden={!isLive}
        />
        {(!isLive || printing) && <StaticFigure chart={chart} id={id} />}
      </div>
      <p class="figure__reading" aria-hidden="true">
        {reading || '\u00a0'}
      </p>
    </figure>
  );
}
