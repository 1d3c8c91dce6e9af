/**
 * The home page's figure: one control, one picture, the sentence it proves. The control has a handful of steps, whose
 * runs the build has computed; so the first screen needs neither the core nor chart code, and answers at once.
 */
import { useMemo, useState } from 'preact/hooks';
import type { Model } from '../../core/types';
import type { ResultJson } from '../../lib/content';
import { resolveFigure } from '../../lib/figure/resolve';
import type { FigureSpec } from '../../lib/figure/spec';
import { drawSvg } from '../../lib/figure/svg';
import { resultFromJson } from '../../lib/result';
import { BoundText } from './BoundText';

export interface HomeProps {
  /** Only what figure and sentence need of it. */
  model: Model;
  figure: FigureSpec;
  /** The input that the control sets. */
  param: string;
  /** A run for each position of the control. */
  runs: ResultJson[];
  /** The position at which it starts. */
  start: number;
  /** With bindings; says what the picture shows. */
  sentence: string;
  /** The whole lab. */
  labHref: string;
}

const SIZES = [
  { name: 'wide', width: 640, height: 380 },
  { name: 'narrow', width: 340, height: 270 },
];

export function Home({ model, figure, param, runs, start, sentence, labHref }: HomeProps) {
  const [position, setPosition] = useState(start);
  const results = useMemo(() => runs.map(resultFromJson), []);
  const last = runs.length - 1;
  const result = results[position];
  const chart = useMemo(() => result && resolveFigure(figure, model, result), [result]);
  if (!result || !chart) return null;
  const { label = param, unit = '' } = model.params.find(({ id }) => id === param) ?? {};
  const value = String(result.params[param]);
  return (
    <figure class="home-figure">
      <figcaption class="home-figure__sentence">
        <BoundText text={sentence} model={model} result={result} />
      </figcaption>
      {SIZES.map(({ name, width, height }) => (
        <div
          key={name}
          class={`home-figure__picture home-figure__picture--${name}`}
          // Our own drawing, its texts escaped.
          dangerouslySetInnerHTML={{ __html: drawSvg(chart, { width, height }, `home-${name}`) }}
        />
      ))}
      <div class="home-figure__control js-only">
        <label for="home-control">{label}</label>
        <span class="slider" style={{ '--notch': String(start / last), '--at': String(position / last) }}>
          <input
            id="home-control"
            name={param}
            type="range"
            autocomplete="off"
            min={0}
            max={last}
            value={position}
            aria-valuetext={`${value} ${unit}`.trim()}
            onInput={(event) => setPosition(Number(event.currentTarget.value))}
          />
        </span>
        <output for="home-control">{value}</output>
      </div>
      <p class="home-figure__more">
        <a href={`${labHref}?${param}=${value}`}>Open the whole lab at this setting</a>
      </p>
    </figure>
  );
}
