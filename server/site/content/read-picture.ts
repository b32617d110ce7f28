import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

export interface Picture {
  /** File name extension with its dot. */
  extension: string
  body: Buffer
}

/** The supported picture formats, by extension, with a check of the file's signature. */
const KINDS: Readonly<Record<string, (body: Buffer) => boolean>> = {
  '.svg': (body) => /<svg[\s>][\s\S]*(<\/svg\s*>|\/>)\s*$/.test(withoutComments(body)),
  '.png': (body) => body.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n',
  '.webp': (body) => /^RIFF[\s\S]{4}WEBP/.test(body.subarray(0, 12).toString('latin1')),
  '.jpg': (body) => body.subarray(0, 3).toString('hex') === 'ffd8ff',
  '.gif': (body) => body.subarray(0, 4).toString('latin1') === 'GIF8',
}

/** Reads the picture that a field names, such as `site.json：logo`; reports a broken file as a problem. */
export function readPicture(
  folder: string,
  place: string,
  name: string,
  problems: string[],
): Picture | null {
  const extension = extname(name)
  let body: Buffer
  try {
    body = readFileSync(join(folder, name))
  } catch {
    problems.push(`${place} 指向的文件不存在：${name}`)
    return null
  }
  if (KINDS[extension]?.(body) === true) return { extension, body }
  const [real] = Object.entries(KINDS).find(([, is]) => is(body)) ?? []
  const reason =
    real === undefined
      ? '它不是图片，或者已经损坏，请换一个文件'
      : `它其实是 ${real} 图片，请改扩展名或另存`
  problems.push(`${place} 指向的 ${name} 不能用：${reason}`)
  return null
}

function withoutComments(body: Buffer): string {
  return body.toString('utf8').replaceAll(/<!--[\s\S]*?-->/g, '')
}
