/** The numbers of the picture as tables, and what the picture leaves out. Tables are made only when they are opened. */
import { useState } from 'preact/hooks';
import { formatValue, type Described } from '../../lib/format';
import { DataTable } from '../../ui/DataTable';
import type { Lab } from './state';

const NUMBER: Described = { unit: '', kind: 'real', choices: [] };

export function FigureData({ lab }: { lab: Lab }) {
  const [open, setOpen] = useState(false);
  const charts = lab.charts.value;
  const remarks = [...new Set(charts.flatMap((chart) => chart.remarks))];
  const tables = charts.flatMap((chart) => chart.table);
  return (
    <>
      {remarks.length > 0 && (
        <ul class="model-notes">
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      <details class="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{charts.length > 1 ? 'Data of the figures' : 'Data of the figure'}</summary>
        {open &&
          tables.map((part, i) => (
            <DataTable
              key={i}
              caption={part.caption}
              columns={part.columns}
              rows={part.rows.map((row) => row.map((cell) => formatValue(cell, NUMBER).text))}
            />
          ))}
      </details>
    </>
  );
}
