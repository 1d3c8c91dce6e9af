/**
 * Where everything of a chart stands, in pixels. Both drawers draw this scene, so they cannot disagree: the plot's edges,
 * the ticks, the strip above the plot, and labels that do not cover one another.
 */
import {
  FONT,
  isNamedAtEnd,
  LINE,
  placeLabels,
  STRIP_ROW,
  textWidth,
  type Bones,
  type Label,
  type StripRow,
} from './labels';
import { tracePath } from './path';
import { makeScale, windowOf } from './scale';
import type { Axis, Chart, Mark } from './spec';

export interface Size {
  width: number;
  height: number;
}

export interface Scene extends Size, Bones {
  /** Where vertical rules begin: they cross the strip too, below its labels. */
  ruleTop: number;
  labels: Label[];
  xTitle: { text: string; x: number; y: number };
  yTitle: { text: string; x: number; y: number };
  /** False when the marks need no vertical axis (strip and box alone). */
  hasPlot: boolean;
  /** False where a contour's own lines fill the plot. */
  hasGridLines: boolean;
}

export const BOX_HEIGHT = 18;

export function axisTitle(axis: Axis): string {
  const unit = axis.unit ? `, ${axis.unit}` : '';
  return `${axis.label}${unit}${axis.scale === 'log' ? ' (log scale)' : ''}`;
}

/** Rows of the strip: single values share the row of the box before them. */
function stripRows(marks: Mark[], top: number): StripRow[] {
  const rows: number[][] = [];
  marks.forEach((mark, i) => {
    if (mark.type === 'box') rows.push([i]);
    else if (mark.type === 'strip') {
      const last = rows.at(-1);
      if (last) last.push(i);
      else rows.push([i]);
    }
  });
  return rows.map((row, i) => ({ marks: row, y: top + i * (STRIP_ROW + LINE) + LINE + STRIP_ROW / 2 }));
}

/** Size of the right margin that line labels need; 0 when they go inside. */
function labelMargin(chart: Chart, width: number): number {
  const widths = chart.marks.filter((m) => isNamedAtEnd(m, chart.marks)).map((m) => textWidth(m.label));
  const widest = Math.max(0, ...widths);
  return width >= 520 && widest > 0 && widest <= width * 0.3 ? widest + 14 : 0;
}

export function layoutChart(chart: Chart, { width, height }: Size): Scene {
  const hasPlot = chart.marks.some(
    (m) => m.type !== 'strip' && m.type !== 'box' && !(m.type === 'rule' && m.axis === 'x'),
  );
  const strip = stripRows(chart.marks, 2);
  const stripHeight = strip.length * (STRIP_ROW + LINE) + (strip.length > 0 ? 8 : 0);
  const margin = labelMargin(chart, width);
  const bottom = height - (FONT + 30);
  const top = stripHeight + (hasPlot ? LINE + 10 : 4);
  const plotBottom = Math.max(top + 20, bottom);
  const y = makeScale(chart, 'y', [plotBottom, top], Math.max(2, Math.round((plotBottom - top) / 56)));
  const gutter = hasPlot ? Math.max(18, ...y.ticks.map((tick) => textWidth(tick.text))) + 14 : 8;
  const left = Math.round(gutter);
  const right = Math.round(width - Math.max(14, margin));
  const x = makeScale(chart, 'x', [left, right], Math.max(2, Math.round((right - left) / 80)));
  const plot = { left, top, right, bottom: plotBottom };
  const paths = chart.marks.map((mark) => (mark.type === 'path' ? tracePath(mark.points, x, y, plot) : null));
  const bones: Bones = { width, plot, x, y, strip, paths };
  return {
    ...bones,
    height,
    ruleTop: strip[0] ? strip[0].y - STRIP_ROW / 2 + 1 : top,
    labels: placeLabels(chart, bones, margin > 0),
    xTitle: { text: axisTitle(chart.x), x: right, y: height - 8 },
    yTitle: { text: hasPlot ? axisTitle(chart.y) : '', x: 0, y: stripHeight + LINE / 2 },
    hasPlot,
    hasGridLines: windowOf(chart) === null,
  };
}
