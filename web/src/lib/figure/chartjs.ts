/**
 * Draws a Chart live on a canvas. The only module that imports chart.js.
 *
 * Chart.js keeps the lines: its scales are told the scene's ranges and its padding is the scene's margins, so its plot
 * area is the scene's. Everything that must look as in the static picture (axes, bars, box, strip, rules, labels) is
 * painted from the same scene by one small plugin.
 */
import {
  Chart as ChartJs,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  type ChartDataset,
  type Plugin,
  type Scale,
} from 'chart.js';
import { layoutChart, type Scene, type Size } from './layout';
import { paintAbove, paintBelow, paintReading } from './paint';
import { readings, type Reading } from './reading';
import type { Chart } from './spec';
import { readTheme, type Theme } from './theme';
import { thin } from './thin';

ChartJs.register(LineController, LineElement, PointElement, LinearScale, LogarithmicScale);

type XY = { x: number; y: number };
type LineChart = ChartJs<'line', XY[]>;

const DASH = [6, 4];

/** The scene has the ticks; Chart.js would measure its own at each update, unseen. */
function noTicks(scale: Scale): void {
  scale.ticks = [];
}

function datasets(chart: Chart, scene: Scene, theme: Theme): ChartDataset<'line', XY[]>[] {
  const lines = chart.marks.filter((mark) => mark.type === 'line');
  // Chart.js paints the first dataset on top; theory goes to the bottom.
  const ordered = [...lines].sort((a, b) => Number(a.role === 'theory') - Number(b.role === 'theory'));
  return ordered.map((mark) => ({
    data: thin(mark.points, scene.x).map(([x, y]) => ({ x, y: y ?? NaN })),
    borderColor: theme.mark[mark.role],
    borderWidth: 2,
    borderDash: mark.role === 'theory' ? DASH : [],
    pointRadius: 0,
    pointHitRadius: 0,
  }));
}

export interface LiveChartOptions {
  /** Told what stands under the pointer or the keyboard's mark; null when nothing does. */
  onRead?: (reading: Reading | null) => void;
}

export class LiveChart {
  private chart: Chart;
  private scene: Scene;
  private size: Size;
  private theme: Theme;
  private readonly live: LineChart;
  private readonly watcher: ResizeObserver;
  private readonly schemes: MediaQueryList[];
  private readonly themeWatcher: MutationObserver;
  private points: Reading[];
  private at = -1;
  /** 0: none is waiting. */
  private frameRequest = 0;

  /** `frame` has its size from CSS; the canvas fills it and never pushes it (public case 78). */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly frame: HTMLElement,
    chart: Chart,
    private readonly options: LiveChartOptions = {},
  ) {
    this.chart = chart;
    this.theme = readTheme(frame);
    this.size = this.measure();
    this.scene = layoutChart(chart, this.size);
    this.points = readings(chart, this.scene);
    this.live = new ChartJs<'line', XY[]>(canvas, {
      type: 'line',
      data: { datasets: datasets(chart, this.scene, this.theme) },
      options: {
        responsive: false,
        // Else a resize keeps the old shape and the two drawers part.
        maintainAspectRatio: false,
        animation: false,
        parsing: false,
        normalized: true,
        events: [],
        layout: { padding: this.padding(), autoPadding: false },
        scales: this.scales(),
      },
      plugins: [this.plugin()],
    });
    this.resize();
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(frame);
    this.schemes = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((q) => matchMedia(q));
    this.schemes.forEach((scheme) => scheme.addEventListener('change', this.retheme));
    this.themeWatcher = new MutationObserver(this.retheme);
    this.themeWatcher.observe(document.documentElement, {
      attributeFilter: ['data-theme', 'style', 'class'],
    });
    canvas.addEventListener('pointermove', this.onPointer);
    canvas.addEventListener('pointerdown', this.onPointer);
    canvas.addEventListener('pointerleave', this.onLeave);
  }

  /**
   * Draws another chart in the same instance, in the frame that is about to be painted; nothing moves on its own.
   * Drawing at once would make the browser lay out the page in the middle of its changes: setting a canvas's font
   * asks for the element's style.
   */
  update(chart: Chart): void {
    this.chart = chart;
    this.frameRequest ||= requestAnimationFrame(() => {
      this.frameRequest = 0;
      this.redraw();
    });
  }

  /** Moves the read-out along the points, for the keyboard: by a number of points, or to an end. */
  step(by: number | 'first' | 'last'): Reading | null {
    const last = this.points.length - 1;
    if (last < 0) return null;
    if (by === 'first') this.show(0);
    else if (by === 'last') this.show(last);
    else this.show(Math.min(last, Math.max(0, this.at < 0 ? this.startPoint() : this.at + by)));
    return this.points[this.at] ?? null;
  }

  clearReading(): void {
    this.show(-1);
  }

  destroy(): void {
    cancelAnimationFrame(this.frameRequest);
    this.watcher.disconnect();
    this.themeWatcher.disconnect();
    this.schemes.forEach((scheme) => scheme.removeEventListener('change', this.retheme));
    this.canvas.removeEventListener('pointermove', this.onPointer);
    this.canvas.removeEventListener('pointerdown', this.onPointer);
    this.canvas.removeEventListener('pointerleave', this.onLeave);
    this.live.destroy();
  }

  /** Asked only when the frame changes: asking at each update would make the browser lay out the page. */
  private measure(): Size {
    return { width: Math.max(120, this.frame.clientWidth), height: Math.max(100, this.frame.clientHeight) };
  }

  private padding() {
    const { plot, width, height } = this.scene;
    return { left: plot.left, top: plot.top, right: width - plot.right, bottom: height - plot.bottom };
  }

  private scales() {
    const of = (which: 'x' | 'y') => {
      const { scale, min, max } = this.scene[which];
      const type = scale === 'log' ? ('logarithmic' as const) : ('linear' as const);
      return { type, display: false, min, max, afterBuildTicks: noTicks };
    };
    return { x: of('x'), y: of('y') };
  }

  private readonly retheme = () => {
    this.theme = readTheme(this.frame);
    this.redraw();
  };

  private resize(): void {
    if (this.frame.clientWidth === 0) return;
    this.size = this.measure();
    const { width, height } = this.size;
    if (width !== this.live.width || height !== this.live.height) this.live.resize(width, height);
    this.redraw();
  }

  private redraw(): void {
    this.scene = layoutChart(this.chart, this.size);
    this.points = readings(this.chart, this.scene);
    this.live.data.datasets = datasets(this.chart, this.scene, this.theme);
    const { options } = this.live;
    options.layout = { padding: this.padding(), autoPadding: false };
    options.scales = this.scales();
    this.live.update('none');
    if (this.at >= 0) this.show(Math.min(this.at, this.points.length - 1));
  }

  private plugin(): Plugin<'line'> {
    return {
      id: 'scene',
      beforeDatasetsDraw: ({ ctx }) => paintBelow(ctx, this.chart, this.scene, this.theme),
      afterDatasetsDraw: ({ ctx }) => {
        paintAbove(ctx, this.chart, this.scene, this.theme);
        const reading = this.points[this.at];
        if (reading) paintReading(ctx, reading, this.scene, this.theme);
      },
    };
  }

  private startPoint(): number {
    const own = this.points.findIndex((p) => p.own);
    return own >= 0 ? own : 0;
  }

  private show(index: number): void {
    const changed = index !== this.at;
    this.at = index;
    if (changed) this.live.draw();
    this.options.onRead?.(this.points[index] ?? null);
  }

  /** Passive reading only: no default is prevented, so that wheel, pinch and scroll stay the page's (public case 40). */
  private readonly onPointer = (event: PointerEvent) => {
    const box = this.canvas.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    let best = -1;
    let least = 48 ** 2;
    const isMap = this.chart.marks.some((mark) => mark.type === 'path');
    this.points.forEach((point, i) => {
      // Across counts more than along the height: one reads a curve by its x, but a path by where it is.
      const distance = isMap
        ? (point.px - x) ** 2 + (point.py - y) ** 2
        : (point.px - x) ** 2 * 4 + (point.py - y) ** 2 / 4;
      if (distance < least) {
        least = distance;
        best = i;
      }
    });
    this.show(best);
  };

  /** A finger that lifts leaves what it pointed at readable. */
  private readonly onLeave = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') this.show(-1);
  };
}
