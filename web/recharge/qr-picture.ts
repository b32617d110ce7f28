import type { QrCode } from '#contract/content.ts'
import { saveFile } from '../lib/save-file.ts'

/** Modules of light around the code, as scanners ask for. */
const BORDER = 4
/** Pixels of its least width: sharp on a phone and in its album. */
const WIDTH = 600

/** Draws the code dark on light, whatever the colours of the page. */
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
 * Puts the picture where the phone's album has it. iPhones keep downloads apart from their album,
 * and their share sheet has a row that saves into it.
 */
export async function savePicture(canvas: HTMLCanvasElement, name: string): Promise<void> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  if (!blob) return
  const files = [new File([blob], name, { type: blob.type })]
  if (/iP(hone|ad|od)/.test(navigator.userAgent) && navigator.canShare?.({ files })) {
    // the visitor may close the sheet again
    await navigator.share({ files }).catch(() => undefined)
  } else saveFile(name, blob, blob.type)
}
