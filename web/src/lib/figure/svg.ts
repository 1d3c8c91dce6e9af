/** Draws a Chart as a static SVG: for pages without JavaScript, print and embed placeholders. Colours come from CSS. */
import { bandOutlines } from './band';
import { FONT, type Label, type Spot } from './labels';
import { BOX_HEIGHT, layoutChart, type Scene, type Size } from './layout';
import { exitArrow, isInside, type PathTrace } from './path';
import { toPixel, type Scale } from './scale';
import type { Chart, Mark } from './spec';
import { OPACITY } from './theme';
import { thin, thinDots } from './thin';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);
}

/** Pixels to a tenth: finer ones only make files larger. */
function px(value: number): string {
  return String(Math.round(value * 10) / 10 + 0);
}

function line(x1: number, y1: number, x2: number, y2: number, cls: string): string {
  return `<line class="${cls}" x1="${px(x1)}" y1="${px(y1)}" x2="${px(x2)}" y2="${px(y2)}"/>`;
}

function text(x: number, y: number, content: string, cls: string, anchor = 'start'): string {
  const at = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
  return `<text class="${cls}" x="${px(x)}" y="${px(y + FONT * 0.35)}"${at}>${escape(content)}</text>`;
}

function axes(scene: Scene): string {
  const { plot, x, y } = scene;
  const out: string[] = [];
  if (scene.hasPlot) {
    for (const tick of y.ticks) {
      const at = toPixel(y, tick.value);
      if (scene.hasGridLines) out.push(line(plot.left, at, plot.right, at, 'fig-grid'));
      else out.push(line(plot.left - 5, at, plot.left, at, 'fig-axis'));
      out.push(text(plot.left - 8, at, tick.text, 'fig-tick', 'end'));
    }
    out.push(text(scene.yTitle.x, scene.yTitle.y, scene.yTitle.text, 'fig-axis-title'));
  }
  out.push(line(plot.left, plot.bottom, plot.right, plot.bottom, 'fig-axis'));
  for (const tick of x.ticks) {
    const at = toPixel(x, tick.value);
    out.push(line(at, plot.bottom, at, plot.bottom + 5, 'fig-axis'));
    out.push(text(at, plot.bottom + 15, tick.text, 'fig-tick', 'middle'));
  }
  out.push(text(scene.xTitle.x, scene.xTitle.y - 2, scene.xTitle.text, 'fig-axis-title', 'end'));
  return out.join('');
}

function pathOf(points: [number, number | null][], x: Scale, y: Scale): string {
  let pen = 'M';
  let path = '';
  for (const [a, b] of thin(points, x)) {
    if (b === null) {
      pen = 'M';
      continue;
    }
    path += `${pen}${px(toPixel(x, a))} ${px(toPixel(y, b))}`;
    pen = 'L';
  }
  return path;
}

function polyline(spots: Spot[], isClosed = false): string {
  const body = spots.map(({ x, y }, i) => `${i === 0 ? 'M' : i === 1 ? 'L' : ' '}${px(x)} ${px(y)}`).join('');
  return isClosed ? `${body}Z` : body;
}

/** Cut at the plot's edges. An inner svg clips without an id, which would have to be unique on the page. */
function clipped({ plot }: Scene, inner: string): string {
  const [x, y, width, height] = [plot.left, plot.top, plot.right - plot.left, plot.bottom - plot.top].map(px);
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">${inner}</svg>`;
}

/** Each level is laid over the ones above it, so that the lowest place is the deepest in tone (public case 34). */
function contour({ levels }: Extract<Mark, { type: 'contour' }>, scene: Scene): string {
  const drawn = levels.map(({ rings }) => {
    const path = rings
      .map((ring) =>
        polyline(
          ring.map(([x, y]) => ({ x: toPixel(scene.x, x), y: toPixel(scene.y, y) })),
          true,
        ),
      )
      .join('');
    return `<path fill-rule="evenodd" fill-opacity="${OPACITY.contourFill}" stroke-opacity="${OPACITY.contourLine}" d="${path}"/>`;
  });
  return clipped(scene, drawn.join(''));
}

function path({ runs, steps, start, end, exit }: PathTrace): string {
  const circle = (spot: Spot, r: number, cls: string) =>
    `<circle class="${cls}" cx="${px(spot.x)}" cy="${px(spot.y)}" r="${r}"/>`;
  return [
    `<path d="${runs.map((run) => polyline(run)).join('')}"/>`,
    ...steps.map((spot) => circle(spot, 2.2, 'fig-step')),
    exit ? `<path class="fig-exit" d="${polyline(exitArrow(exit), true)}"/>` : '',
    start ? circle(start, 5, 'fig-start') : '',
    end ? circle(end, 5, 'fig-end') : '',
  ].join('');
}

function bars(mark: Extract<Mark, { type: 'histogram' }>, scene: Scene): string {
  return mark.counts
    .map((count, i) => {
      const left = toPixel(scene.x, mark.edges[i] ?? 0);
      const right = toPixel(scene.x, mark.edges[i + 1] ?? 0);
      const top = toPixel(scene.y, count);
      const gap = right - left > 4 ? 1 : 0;
      const width = Math.max(0.5, right - left - gap);
      return count > 0
        ? `<rect x="${px(left)}" y="${px(top)}" width="${px(width)}" height="${px(scene.plot.bottom - top)}"/>`
        : '';
    })
    .join('');
}

function boxPlot(mark: Extract<Mark, { type: 'box' }>, x: Scale, y: number): string {
  const [low, q1, median, q3, high] = [mark.low, mark.q1, mark.median, mark.q3, mark.high].map((v) =>
    toPixel(x, v),
  ) as [number, number, number, number, number];
  const half = BOX_HEIGHT / 2;
  return (
    line(low, y, q1, y, 'fig-whisker') +
    line(q3, y, high, y, 'fig-whisker') +
    line(low, y - half / 2, low, y + half / 2, 'fig-whisker') +
    line(high, y - half / 2, high, y + half / 2, 'fig-whisker') +
    `<rect class="fig-box" x="${px(q1)}" y="${px(y - half)}" width="${px(q3 - q1)}" height="${px(BOX_HEIGHT)}"/>` +
    line(median, y - half, median, y + half, 'fig-median')
  );
}

function rowOf(scene: Scene, index: number): number {
  return scene.strip.find((row) => row.marks.includes(index))?.y ?? 0;
}

function drawMark(mark: Mark, index: number, scene: Scene): string {
  const { plot, x, y } = scene;
  const group = (inner: string) => `<g class="fig-${mark.type} role-${mark.role}">${inner}</g>`;
  switch (mark.type) {
    case 'contour':
      return group(contour(mark, scene));
    case 'path': {
      const trace = scene.paths[index];
      return trace ? group(path(trace)) : '';
    }
    case 'band': {
      const outlines = bandOutlines(mark.points, x, y).map((outline) => polyline(outline, true));
      return group(`<path fill-opacity="${OPACITY.band}" d="${outlines.join('')}"/>`);
    }
    case 'line': {
      const drawn = `<path d="${pathOf(mark.points, x, y)}"/>`;
      return group(scene.hasGridLines ? drawn : clipped(scene, drawn));
    }
    case 'histogram':
      return group(bars(mark, scene));
    case 'point':
      if (!isInside(plot, { x: toPixel(x, mark.x), y: toPixel(y, mark.y) })) return '';
      return group(`<circle cx="${px(toPixel(x, mark.x))}" cy="${px(toPixel(y, mark.y))}" r="5"/>`);
    case 'strip': {
      const cy = rowOf(scene, index);
      return group(
        thinDots(mark.xs, x)
          .map((v) => `<circle cx="${px(toPixel(x, v))}" cy="${px(cy)}" r="3.5"/>`)
          .join(''),
      );
    }
    case 'box':
      return group(boxPlot(mark, x, rowOf(scene, index)));
    case 'rule': {
      const scale = scene[mark.axis];
      if (mark.at < scale.min || mark.at > scale.max) return '';
      const at = toPixel(scale, mark.at);
      return group(
        mark.axis === 'x'
          ? line(at, scene.ruleTop, at, plot.bottom, '')
          : line(plot.left, at, plot.right, at, ''),
      );
    }
  }
}

function drawLabel(label: Label): string {
  const leader = label.leader
    ? line(label.leader.x + 3, label.leader.y, label.x - 3, label.y, 'fig-leader')
    : '';
  return leader + text(label.x, label.y, label.text, `fig-label role-${label.role}`, label.anchor);
}

/** Areas first, then bars, rules, lines, and what is marked: the reader's point is never covered. */
const ORDER: Mark['type'][] = [
  'contour',
  'band',
  'histogram',
  'box',
  'rule',
  'line',
  'path',
  'strip',
  'point',
];

export function paintOrder(marks: Mark[]): number[] {
  return marks.map((_, i) => i).sort((a, b) => rank(marks[a]) - rank(marks[b]) || a - b);
}

function rank(mark: Mark | undefined): number {
  if (!mark) return 0;
  // Theory and references lie under the run that is compared with them.
  return ORDER.indexOf(mark.type) * 2 + (mark.role === 'theory' ? 0 : 1);
}

/** `id` makes title and description addressable; it must be unique on the page. */
export function drawSvg(chart: Chart, { width, height }: Size, id = 'figure'): string {
  const names = `<title id="${id}-t">${escape(chart.title)}</title><desc id="${id}-d">${escape(chart.summary)}</desc>`;
  const open =
    `<svg class="fig" xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="${id}-t ${id}-d" ` +
    `preserveAspectRatio="xMinYMin meet" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-size="${FONT}">`;
  if (chart.marks.length === 0) {
    return `${open}${names}${text(width / 2, height / 2, 'Nothing to draw at these inputs', 'fig-tick', 'middle')}</svg>`;
  }
  const scene = layoutChart(chart, { width, height });
  const drawn = (isGround: boolean) =>
    paintOrder(chart.marks)
      .map((i) => {
        const mark = chart.marks[i];
        return mark && (mark.type === 'contour') === isGround ? drawMark(mark, i, scene) : '';
      })
      .join('');
  return `${open}${names}${drawn(true)}${axes(scene)}${drawn(false)}${scene.labels.map(drawLabel).join('')}</svg>`;
}
