import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository, ending with a slash. */
export const root = fileURLToPath(new URL('../', import.meta.url))

/** A file and one thing that it imports, statically, dynamically or as a type. */
export interface SourceImport {
  /** Relative to the package's `src`, e.g. `message/delta.ts`. */
  file: string
  /** What the import says. */
  specifier: string
  /** The imported file, relative to `src`; undefined for packages. */
  target: string | undefined
}

/** All imports in the sources of a package. */
export function importsOf(packageFolder: string): SourceImport[] {
  const source = join(root, packageFolder, 'src')
  return filesOf(source).flatMap((file) =>
    specifiersIn(readFileSync(join(source, file), 'utf8')).map((specifier) => {
      const target = specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : undefined
      return { file, specifier, target }
    }),
  )
}

/** The TypeScript files of a folder, with slashes whatever the system. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .toSorted()
}

const statement =
  /^(?:import|export)\b[^'";]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?'([^']+)'/gm

/** What a source text imports. The formatter makes quotes single and statements begin their line. */
export function specifiersIn(text: string): string[] {
  const code = text.replaceAll(/^\s*\*.*$|^\s*\/\/.*$/gm, '')
  return [...code.matchAll(statement)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}
