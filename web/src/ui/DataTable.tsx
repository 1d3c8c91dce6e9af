/** Numbers as a real table that can be scrolled by keyboard and copied. Cells are already text. */
export interface DataTableProps {
  caption: string;
  columns: { label: string; unit: string }[];
  rows: string[][];
}

export function DataTable({ caption, columns, rows }: DataTableProps) {
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={caption}>
      <table class="data-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, i) => (
              <th scope="col" key={i}>
                {column.label}
                {column.unit && <span class="unit"> {column.unit}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, j) => (
                <td key={j}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
