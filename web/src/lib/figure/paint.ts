/** The canvas half of the scene's drawing; svg.ts is the other. Both take every position from the scene. */
import { bandOutlines } from './band';
import { FONT, type Spot } from './labels';
import { BOX_HEIGHT, type Scene } from './layout';
import { exitArrow, isInside, type PathTrace } from './path';
import type { Reading } from './reading';
import { toPixel } from './scale';
import type { Chart, Mark } from './spec';
import { paintOrder } from './svg';
import { OPACITY, type Theme } from './theme';
import { thinDots } from './thin';

type Pen = CanvasRenderingContext2D;

function stroke(
  pen: Pen,
  colour: string,
  width: number,
  ...[x1, y1, x2, y2]: [number, number, number, number]
): void {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  pen.moveTo(x1, y1);
  pen.lineTo(x2, y2);
  pen.stroke();
}

function write(pen: Pen, text: string, x: number, y: number, colour: string, align: CanvasTextAlign): void {
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.fillText(text, x, y);
}

/** Half a pixel in, so that hair lines are one pixel and not two grey ones. */
function crisp(value: number): number {
  return Math.round(value - 0.5) + 0.5;
}

function axes(pen: Pen, scene: Scene, theme: Theme): void {
  const { plot, x, y } = scene;
  if (scene.hasPlot) {
    for (const tick of y.ticks) {
      const at = crisp(toPixel(y, tick.value));
      if (scene.hasGridLines) stroke(pen, theme.grid, 1, plot.left, at, plot.right, at);
      else stroke(pen, theme.muted, 1, plot.left - 5, at, plot.left, at);
      write(pen, tick.text, plot.left - 8, at, theme.muted, 'right');
    }
    write(pen, scene.yTitle.text, scene.yTitle.x, scene.yTitle.y, theme.muted, 'left');
  }
  stroke(pen, theme.muted, 1, plot.left, crisp(plot.bottom), plot.right, crisp(plot.bottom));
  for (const tick of x.ticks) {
    const at = crisp(toPixel(x, tick.value));
    stroke(pen, theme.muted, 1, at, plot.bottom, at, plot.bottom + 5);
    write(pen, tick.text, at, plot.bottom + 15, theme.muted, 'center');
  }
  write(pen, scene.xTitle.text, scene.xTitle.x, scene.xTitle.y - 2, theme.muted, 'right');
}

function trace(pen: Pen, spots: Spot[], isClosed = false): void {
  spots.forEach(({ x, y }, i) => (i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
  if (isClosed) pen.closePath();
}

function contour(pen: Pen, mark: Extract<Mark, { type: 'contour' }>, scene: Scene, theme: Theme): void {
  const { plot, x, y } = scene;
  pen.save();
  pen.beginPath();
  pen.rect(plot.left, plot.top, plot.right - plot.left, plot.bottom - plot.top);
  pen.clip();
  pen.fillStyle = pen.strokeStyle = theme.mark[mark.role];
  pen.lineWidth = 1;
  for (const { rings } of mark.levels) {
    pen.beginPath();
    for (const ring of rings)
      trace(
        pen,
        ring.map(([a, b]) => ({ x: toPixel(x, a), y: toPixel(y, b) })),
        true,
      );
    pen.globalAlpha = OPACITY.contourFill;
    pen.fill('evenodd');
    pen.globalAlpha = OPACITY.contourLine;
    pen.stroke();
  }
  pen.restore();
}

function band(pen: Pen, mark: Extract<Mark, { type: 'band' }>, scene: Scene, theme: Theme): void {
  pen.save();
  pen.globalAlpha = OPACITY.band;
  pen.fillStyle = theme.mark[mark.role];
  pen.beginPath();
  for (const outline of bandOutlines(mark.points, scene.x, scene.y)) trace(pen, outline, true);
  pen.fill();
  pen.restore();
}

function path(pen: Pen, { runs, steps, start, end, exit }: PathTrace, colour: string, theme: Theme): void {
  pen.save();
  pen.strokeStyle = pen.fillStyle = colour;
  pen.lineWidth = 2;
  pen.lineJoin = 'round';
  pen.beginPath();
  for (const run of runs) trace(pen, run);
  pen.stroke();
  for (const { x, y } of steps) {
    pen.beginPath();
    pen.arc(x, y, 2.2, 0, Math.PI * 2);
    pen.fill();
  }
  if (exit) {
    pen.beginPath();
    trace(pen, exitArrow(exit), true);
    pen.fill();
  }
  if (start) {
    pen.beginPath();
    pen.arc(start.x, start.y, 5, 0, Math.PI * 2);
    pen.fillStyle = theme.ground;
    pen.fill();
    pen.stroke();
  }
  if (end) dot(pen, end.x, end.y, 5, colour, theme);
  pen.restore();
}

function bars(pen: Pen, mark: Extract<Mark, { type: 'histogram' }>, scene: Scene, theme: Theme): void {
  pen.fillStyle = theme.mark[mark.role];
  mark.counts.forEach((count, i) => {
    const left = toPixel(scene.x, mark.edges[i] ?? 0);
    const right = toPixel(scene.x, mark.edges[i + 1] ?? 0);
    const top = toPixel(scene.y, count);
    const gap = right - left > 4 ? 1 : 0;
    if (count > 0) pen.fillRect(left, top, Math.max(0.5, right - left - gap), scene.plot.bottom - top);
  });
}

function boxPlot(
  pen: Pen,
  mark: Extract<Mark, { type: 'box' }>,
  scene: Scene,
  y: number,
  theme: Theme,
): void {
  const at = (value: number) => toPixel(scene.x, value);
  const colour = theme.mark[mark.role];
  const half = BOX_HEIGHT / 2;
  stroke(pen, colour, 1.5, at(mark.low), y, at(mark.q1), y);
  stroke(pen, colour, 1.5, at(mark.q3), y, at(mark.high), y);
  for (const end of [mark.low, mark.high])
    stroke(pen, colour, 1.5, at(end), y - half / 2, at(end), y + half / 2);
  pen.fillStyle = theme.fill;
  pen.fillRect(at(mark.q1), y - half, at(mark.q3) - at(mark.q1), BOX_HEIGHT);
  pen.strokeStyle = colour;
  pen.lineWidth = 1.5;
  pen.strokeRect(at(mark.q1), y - half, at(mark.q3) - at(mark.q1), BOX_HEIGHT);
  stroke(pen, theme.ink, 2.5, at(mark.median), y - half, at(mark.median), y + half);
}

function rule(pen: Pen, mark: Extract<Mark, { type: 'rule' }>, scene: Scene, theme: Theme): void {
  const scale = scene[mark.axis];
  if (mark.at < scale.min || mark.at > scale.max) return;
  const at = toPixel(scale, mark.at);
  const { plot } = scene;
  pen.setLineDash(mark.role === 'theory' ? [6, 4] : []);
  if (mark.axis === 'x') stroke(pen, theme.mark[mark.role], 1.5, at, scene.ruleTop, at, plot.bottom);
  else stroke(pen, theme.mark[mark.role], 1.5, plot.left, at, plot.right, at);
  pen.setLineDash([]);
}

function dot(pen: Pen, x: number, y: number, radius: number, colour: string, theme: Theme): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, Math.PI * 2);
  pen.fillStyle = colour;
  pen.fill();
  pen.lineWidth = 1.5;
  pen.strokeStyle = theme.ground;
  pen.stroke();
}

function begin(pen: Pen, theme: Theme): void {
  pen.save();
  pen.font = `${FONT}px ${theme.font}`;
  pen.textBaseline = 'middle';
}

function eachMark(chart: Chart, scene: Scene, paint: (mark: Mark, row: number, index: number) => void): void {
  for (const index of paintOrder(chart.marks)) {
    const mark = chart.marks[index];
    if (mark) paint(mark, scene.strip.find((r) => r.marks.includes(index))?.y ?? 0, index);
  }
}

/** What lies under the lines: axes, bars, boxes, rules. */
export function paintBelow(pen: Pen, chart: Chart, scene: Scene, theme: Theme): void {
  begin(pen, theme);
  if (chart.marks.length === 0) {
    write(pen, 'Nothing to draw at these inputs', scene.width / 2, scene.height / 2, theme.muted, 'center');
    pen.restore();
    return;
  }
  eachMark(chart, scene, (mark) => {
    if (mark.type === 'contour') contour(pen, mark, scene, theme);
  });
  axes(pen, scene, theme);
  eachMark(chart, scene, (mark, row) => {
    if (mark.type === 'band') band(pen, mark, scene, theme);
    else if (mark.type === 'histogram') bars(pen, mark, scene, theme);
    else if (mark.type === 'box') boxPlot(pen, mark, scene, row, theme);
    else if (mark.type === 'rule') rule(pen, mark, scene, theme);
  });
  pen.restore();
}

/** What lies over the lines: dots and labels, each label with a rim of ground so that it reads on anything. */
export function paintAbove(pen: Pen, chart: Chart, scene: Scene, theme: Theme): void {
  begin(pen, theme);
  eachMark(chart, scene, (mark, row, index) => {
    const colour = theme.mark[mark.role];
    const walked = scene.paths[index];
    if (walked) path(pen, walked, colour, theme);
    if (mark.type === 'point') {
      const at = { x: toPixel(scene.x, mark.x), y: toPixel(scene.y, mark.y) };
      if (isInside(scene.plot, at)) dot(pen, at.x, at.y, 5, colour, theme);
    }
    if (mark.type === 'strip') {
      for (const value of thinDots(mark.xs, scene.x))
        dot(pen, toPixel(scene.x, value), row, 3.5, colour, theme);
    }
  });
  for (const label of scene.labels) {
    if (label.leader) stroke(pen, theme.muted, 1, label.leader.x + 3, label.leader.y, label.x - 3, label.y);
    const align = label.anchor === 'start' ? 'left' : label.anchor === 'end' ? 'right' : 'center';
    pen.textAlign = align;
    pen.strokeStyle = theme.ground;
    pen.lineWidth = 4;
    pen.lineJoin = 'round';
    pen.strokeText(label.text, label.x, label.y);
    write(pen, label.text, label.x, label.y, theme.text[label.role], align);
  }
  pen.restore();
}

/** The point that is being read: a ring on it and a hair line down to the axis. */
export function paintReading(pen: Pen, reading: Reading, scene: Scene, theme: Theme): void {
  pen.save();
  stroke(pen, theme.muted, 1, crisp(reading.px), reading.py, crisp(reading.px), scene.plot.bottom);
  pen.beginPath();
  pen.arc(reading.px, reading.py, 6, 0, Math.PI * 2);
  pen.lineWidth = 2;
  pen.strokeStyle = theme.text[reading.role];
  pen.stroke();
  pen.restore();
}
