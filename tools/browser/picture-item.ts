import { LEAST_PRICE, MOST_PRICE, type PictureText, type Turn } from '../wire/picture.ts'
import { refusePicture } from '../wire/picture-header.ts'
import { formatNumber } from './screen.ts'

/** `refused`: the file is no picture that could be read. */
export type PictureState = 'ready' | 'waiting' | 'reading' | 'read' | 'failed' | 'refused'

/** A picture of the page, and its row in the list. */
export interface PictureItem {
  file: File
  name: string
  turn: Turn
  state: PictureState
  /** What the row says of the state. */
  line: string
  /** Of the work, from 0 to 1. */
  share: number
  text: PictureText | null
  /** As the camera meant it, small; null while or where the browser cannot draw it. */
  preview: HTMLCanvasElement | null
  row: HTMLLIElement
}

const PREVIEW_SIDE = 1_200

export async function openPicture(
  file: File,
  { icons, onReady }: { icons: string; onReady: (item: PictureItem) => void },
): Promise<PictureItem> {
  const refusal = refusePicture(new Uint8Array(await file.arrayBuffer()))
  const name = file.name === '' ? '图片' : file.name
  const item: PictureItem = {
    ...{ file, name, turn: 0, share: 0, text: null, preview: null },
    state: refusal === null ? 'ready' : 'refused',
    line: refusal ?? '待识别',
    row: document.createElement('li'),
  }
  buildRow(item, icons)
  if (refusal === null) void drawPreview(item).then(() => onReady(item))
  return item
}

async function drawPreview(item: PictureItem): Promise<void> {
  try {
    const bitmap = await createImageBitmap(item.file)
    const scale = Math.min(1, PREVIEW_SIDE / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    if (item.state === 'ready')
      item.line = `${formatNumber(bitmap.width)} × ${formatNumber(bitmap.height)}`
    bitmap.close()
    item.preview = canvas
    showItem(item)
  } catch {
    // the server may read what this browser cannot draw
  }
}

/** Draws the preview in its turn, fitted into a square of so many pixels. */
export function drawTurned({ preview, turn }: PictureItem, onto: HTMLCanvasElement, side: number) {
  if (preview === null) return
  const scale = Math.min(1, side / Math.max(preview.width, preview.height))
  const [width, height] = [preview.width * scale, preview.height * scale]
  const isOnSide = turn === 90 || turn === 270
  onto.width = Math.ceil(isOnSide ? height : width)
  onto.height = Math.ceil(isOnSide ? width : height)
  const context = onto.getContext('2d')
  context?.translate(onto.width / 2, onto.height / 2)
  context?.rotate((turn * Math.PI) / 180)
  context?.drawImage(preview, -width / 2, -height / 2, width, height)
}

function buildRow({ row, name }: PictureItem, icons: string): void {
  const button = (does: string, icon: string, label: string) => {
    const made = document.createElement('button')
    made.type = 'button'
    made.className = 'icon-button'
    made.dataset['does'] = does
    made.setAttribute('aria-label', `${label} ${name}`)
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    svg.setAttribute('class', 'icon')
    svg.setAttribute('aria-hidden', 'true')
    const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
    use.setAttribute('href', `${icons}#${icon}`)
    svg.append(use)
    made.append(svg)
    return made
  }
  const thumb = document.createElement('canvas')
  const middle = document.createElement('div')
  const choose = document.createElement('button')
  choose.type = 'button'
  choose.className = 'picture-name'
  choose.dataset['does'] = 'choose'
  choose.textContent = name
  const state = document.createElement('span')
  state.className = 'picture-state'
  const progress = document.createElement('progress')
  progress.setAttribute('aria-label', `${name} 的进度`)
  middle.append(choose, state, progress)
  const end = document.createElement('div')
  end.className = 'picture-end'
  const turn = button('turn-row', 'turn', '向右转')
  end.append(document.createElement('b'), turn, button('remove', 'bin', '移除'))
  row.append(thumb, middle, end)
}

/** Writes the item's state into its row. */
export function showItem(item: PictureItem): void {
  const { row, state, share, text, turn, line } = item
  const part = (selector: string) => row.querySelector<HTMLElement>(selector)
  row.dataset['state'] = state
  const [thumb, said] = [row.querySelector('canvas'), part('.picture-state')]
  if (thumb) drawTurned(item, thumb, 88)
  const turned = turn > 0 && state === 'ready' ? `，已向右转 ${turn}°` : ''
  if (said) said.textContent = line + turned
  const progress = row.querySelector('progress')
  if (progress) {
    progress.hidden = state !== 'waiting' && state !== 'reading'
    progress.value = share
  }
  const price = part('b')
  if (price) price.textContent = priceOf(state, text)
  const isAtWork = state === 'waiting' || state === 'reading'
  part('[data-does="turn-row"]')!.hidden = state !== 'ready' && state !== 'failed'
  part('[data-does="remove"]')!.hidden = isAtWork
}

export function showChosen({ row }: PictureItem, isChosen: boolean): void {
  row.toggleAttribute('data-chosen', isChosen)
  row.querySelector('.picture-name')?.setAttribute('aria-pressed', String(isChosen))
}

function priceOf(state: PictureState, text: PictureText | null): string {
  if (state === 'ready') return `${formatNumber(LEAST_PRICE)}–${formatNumber(MOST_PRICE)}`
  if (state === 'read') return formatNumber(text?.cost ?? 0)
  return state === 'failed' || state === 'refused' ? '0' : ''
}
