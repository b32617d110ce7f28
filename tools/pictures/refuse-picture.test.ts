import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { newPng, readPicture } from '../testing/pictures.ts'
import { MOST_PICTURE_BYTES } from '../wire/picture.ts'
import { refusePicture } from '../wire/picture-header.ts'

const picture = () => sharp(readPicture('notice.png'))
const SVG =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'

test('pictures of four formats are taken, as many programs write them', async () => {
  const taken = [
    picture().jpeg(),
    picture()
      .jpeg({ progressive: true, mozjpeg: true })
      .withExif({ IFD0: { Copyright: 'x' } }),
    picture().png({ progressive: true }),
    picture().webp(),
    picture().webp({ lossless: true }),
    picture()
      .webp()
      .withExif({ IFD0: { Copyright: 'x' } }),
    picture().gif(),
  ]
  for (const each of taken) expect(refusePicture(await each.toBuffer())).toBeNull()
  // a camera may write a film behind its picture
  const jpeg = await picture().jpeg().toBuffer()
  expect(refusePicture(Buffer.concat([jpeg, Buffer.alloc(5_000, 0xda)]))).toBeNull()
})

test('what is no whole picture is refused at once, in words for its user', async () => {
  const cut = async (given: Sharp) => (await given.toBuffer()).subarray(0, -300)
  const cases: [given: Uint8Array, words: string][] = [
    [Buffer.alloc(0), '空'],
    [Buffer.from('<?php text, not a picture'), '不是可识别的图片'],
    [Buffer.from(`II*\0 a TIFF`), '不是可识别的图片'],
    [Buffer.from('%PDF-1.7'), '不是可识别的图片'],
    [Buffer.from(SVG), '不支持 SVG'],
    [Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), '不支持 HEIC'],
    [newPng(20_000), '4,000 万像素'],
    [newPng(9, 3), '太小'],
    [Buffer.alloc(MOST_PICTURE_BYTES + 1), '10 MB'],
    ...(await Promise.all(
      [picture().jpeg(), picture().png(), picture().webp(), picture().gif()].map(
        async (each): Promise<[Uint8Array, string]> => [await cut(each), '不完整'],
      ),
    )),
    [readPicture('notice.png').subarray(0, 12), '不完整'],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff]), '不完整'],
  ]
  const begun = performance.now()
  for (const [given, words] of cases) expect(refusePicture(given)).toContain(words)
  // all of them, with a part of a picture of 400 million pixels among them
  expect(performance.now() - begun).toBeLessThan(100)
})
