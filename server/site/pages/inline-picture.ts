import { MEDIA_TYPES } from '../../http/pages/assets.ts'
import type { Picture } from '../content/read-picture.ts'

/** A logo is about 1 KB; a larger picture would make every document heavy. */
const MOST_INLINE_BYTES = 4096

/**
 * The `src` of a picture: a small one becomes a data URL, so that it is painted with the first text and
 * costs no request; a large one keeps its address.
 */
export function pictureSource({ extension, body }: Picture, address: string): string {
  const [type] = (MEDIA_TYPES[extension] ?? '').split(';')
  if (!type || body.length > MOST_INLINE_BYTES) return address
  if (extension !== '.svg') return `data:${type};base64,${body.toString('base64')}`
  // readable text compresses better than base64
  return `data:${type},${body.toString().replaceAll(/[%#<>"\s]/g, encodeURIComponent)}`
}
