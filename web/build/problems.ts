/** One thing that an author must mend: where it stands, and what to do. */
export interface Problem {
  file: string;
  line: number;
  text: string;
}

/** Collects the problems of all files, so that one build names them all. */
export class Problems {
  readonly list: Problem[] = [];

  add(file: string, line: number, text: string): void {
    this.list.push({ file, line, text });
  }

  /** All problems, one a line, as `file:line: text`, in reading order. */
  report(): string {
    return [...this.list]
      .sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
      .map(({ file, line, text }) => `${file}:${line}: ${text}`)
      .join('\n');
  }
}
