import type { QrCode } from '#contract/content/content.ts'
import { saveFile } from '../../../lib/save-file.ts'

/** Quiet zone around the code in modules, as scanners need it. */
const BORDER = 4
/** Least width in pixels: sharp on a phone and in its album. */
const WIDTH = 600

/** Draws the code black on white in every colour scheme. */
export function drawQr({ size, path }: QrCode): HTMLCanvasElement {
  const modules = size + 2 * BORDER
  const scale = Math.ceil(WIDTH / modules)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = modules * scale
  const brush = canvas.getContext('2d')!
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, canvas.width, canvas.height)
  brush.setTransform(scale, 0, 0, scale, BORDER * scale, BORDER * scale)
  brush.fillStyle = '#000'
  const dark = new Path2D(path)
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- no array: it paints
  brush.fill(dark)
  return canvas
}

/**
 * Saves the image for the photo album. On iPhones a download does not reach the album, so the share sheet
 * is opened, which can save into it.
 */
export async function savePicture(canvas: HTMLCanvasElement, name: string): Promise<void> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  if (!blob) return
  const files = [new File([blob], name, { type: blob.type })]
  if (/iP(hone|ad|od)/.test(navigator.userAgent) && navigator.canShare?.({ files })) {
    // rejects when the visitor closes the share sheet
    await navigator.share({ files }).catch(() => undefined)
  } else saveFile(name, blob, blob.type)
}
