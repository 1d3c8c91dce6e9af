/** The whole content, compiled. */
import { definitions, type Definition } from './glossary';
import { compileLab, type Lab } from './lab';
import type { Library } from './library';
import { compileMyth, type Myth } from './myth';
import { compileQuestion, type Question } from './question';

export interface Site {
  library: Library;
  labs: Lab[];
  questions: Question[];
  myths: Myth[];
  glossary: Definition[];
}

/** Compiles everything; what is wrong is in `library.problems` afterwards. */
export function compileSite(library: Library): Site {
  const each = <T>(
    files: Map<string, string>,
    compile: (library: Library, id: string, file: string) => T | null,
  ): T[] => [...files].flatMap(([id, file]) => compile(library, id, file) ?? []);
  for (const [id, file] of library.labs)
    if (!library.models.byId.has(id))
      library.problems.add(file, 1, `there is no model "${id}". Rename or remove the file.`);
  return {
    library,
    labs: library.models.all.flatMap((model) => compileLab(library, model) ?? []),
    questions: each(library.questions, compileQuestion),
    myths: each(library.myths, compileMyth),
    glossary: definitions(library, '../'),
  };
}
