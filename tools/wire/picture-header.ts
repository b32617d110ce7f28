import { MOST_PICTURE_BYTES, MOST_PIXELS } from './picture.ts'

const LEAST_SIDE = 8
/** In these last bytes the end is looked for. */
const TAIL = 16
const FORMATS = 'JPG、PNG、WebP 或 GIF'
const BROKEN = '图片不完整或已损坏，请重新导出后再试'

interface Size {
  width: number
  height: number
}

/** Reads the size that a file names; null when the file ends too early or contradicts itself. */
type ReadSize = (bytes: Uint8Array, view: DataView) => Size | null

/**
 * Why a file cannot be read as a picture, for the user; null when its head and its end say that it can. Decodes
 * nothing, so that a picture which would unpack to gigabytes costs microseconds.
 */
export function refusePicture(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return '文件是空的'
  if (bytes.length > MOST_PICTURE_BYTES) return '图片超过 10 MB，请缩小后再试'
  const format = formatOf(bytes)
  if (format === 'heic') return `不支持 HEIC，请转成 ${FORMATS}`
  if (format === 'svg') return `不支持 SVG，请转成 ${FORMATS}`
  if (format === null) return `不是可识别的图片，请使用 ${FORMATS}`
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let size: Size | null
  try {
    size = READERS[format](bytes, view)
  } catch {
    // a field behind the end of the file
    size = null
  }
  if (size === null || size.width === 0 || size.height === 0) return BROKEN
  const { width, height } = size
  if (width * height > MOST_PIXELS) return '图片超过 4,000 万像素，请缩小后再试'
  if (Math.min(width, height) < LEAST_SIDE) return '图片太小，没有可识别的文字'
  return null
}

function formatOf(bytes: Uint8Array): keyof typeof READERS | 'heic' | 'svg' | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp' && /^(hei|hev|mif1|msf1)/.test(text(8, 12))) return 'heic'
  if (/<svg[\s>]/i.test(text(0, 1_000))) return 'svg'
  return null
}

const READERS = { jpeg: readJpeg, png: readPng, gif: readGif, webp: readWebp } satisfies Record<
  string,
  ReadSize
>

/** Walks the segments before the picture's data; what lies behind its end is the camera's affair. */
function readJpeg(bytes: Uint8Array, view: DataView): Size | null {
  let size: Size | null = null
  for (let at = 2; at < bytes.length;) {
    if (bytes[at] !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    // start of the data
    if (marker === 0xda) return hasJpegEnd(bytes, at) ? size : null
    // a frame of any kind: its height stands before its width
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

function hasJpegEnd(bytes: Uint8Array, from: number): boolean {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === 0xd9) return true
  return false
}

function readPng(bytes: Uint8Array, view: DataView): Size | null {
  // some programs write a little behind the last chunk
  const hasEnd = String.fromCharCode(...bytes.subarray(-TAIL)).includes('IEND')
  return hasEnd ? { width: view.getUint32(16), height: view.getUint32(20) } : null
}

/** The size of the canvas; a frame may be larger than it, which the decoder refuses. */
function readGif(bytes: Uint8Array, view: DataView): Size | null {
  const hasEnd = bytes.subarray(-TAIL).includes(0x3b)
  return hasEnd ? { width: view.getUint16(6, true), height: view.getUint16(8, true) } : null
}

function readWebp(bytes: Uint8Array, view: DataView): Size | null {
  if (view.getUint32(4, true) + 8 > bytes.length) return null
  const kind = String.fromCharCode(...bytes.subarray(12, 16))
  if (kind === 'VP8 ')
    return { width: view.getUint16(26, true) % 2 ** 14, height: view.getUint16(28, true) % 2 ** 14 }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: (bits % 2 ** 14) + 1, height: (Math.floor(bits / 2 ** 14) % 2 ** 14) + 1 }
  }
  if (kind !== 'VP8X') return null
  const readThree = (at: number) => view.getUint16(at, true) + 2 ** 16 * view.getUint8(at + 2) + 1
  return { width: readThree(24), height: readThree(27) }
}
