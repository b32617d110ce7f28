import { join } from 'node:path'
import { ROOT } from '../run-program.ts'

export const PICTURES_FOLDER = join(ROOT, 'docs/pictures')
/** No picture is larger. */
export const LARGEST_BYTES = 60_000

/** The file of the picture with this name. */
export function pictureFile(name: string): string {
  return `${name}.webp`
}
