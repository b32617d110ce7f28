import type { Failure, Viewer } from '../wire/calls.ts'
import {
  type FinishedPictures,
  LEAST_PRICE,
  MOST_BYTES,
  MOST_PICTURES,
  MOST_PRICE,
  type Turn,
} from '../wire/picture.ts'
import { openPicture, type PictureItem, showChosen, showItem } from './picture-item.ts'
import { createPictureResult } from './picture-result.ts'
import { drawSample } from './sample-picture.ts'
import { announce, fill, find, focusView, formatNumber, showView } from './screen.ts'
import { newJobId, type PictureProgress, sendPictures } from './send-pictures.ts'

const AGAIN = '图片仍保留，可直接重试，同一任务不会重复扣费。'
const NEXT_TURN: Record<Turn, Turn> = { 0: 90, 90: 180, 180: 270, 270: 0 }

/** The place where pictures are read: a list of them, what they cost, what was read. */
export function startPictures(): void {
  const form = find('#pictures', HTMLFormElement)
  const list = find('#picture-list', HTMLElement)
  const error = find('#picture-error', HTMLElement)
  const result = createPictureResult(form)
  const unit = form.dataset['unit'] ?? ''
  const icons = form.dataset['icons'] ?? ''
  const user = form.dataset['user']
  let items: PictureItem[] = []
  let view = form.dataset['view'] ?? 'ready'
  let available: number | null = Number(form.dataset['available'] ?? NaN)
  if (Number.isNaN(available)) available = null
  let job = newJobId()
  let isRunning = false

  const unread = () => items.filter(({ state }) => state === 'ready' || state === 'failed')
  const mostCost = () => unread().length * MOST_PRICE

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void start()
  })
  form.addEventListener('click', ({ target }) => {
    const does = target instanceof Element ? target.closest<HTMLElement>('[data-does]') : null
    if (does) act(does.dataset['does'] ?? '', does)
  })
  find('#pictures [data-does="use"]', HTMLElement).addEventListener('click', (event) => {
    if (result.attach()) return
    event.preventDefault()
    refuse('浏览器不允许本站保存内容。请复制文字，再粘贴到“对话”')
  })
  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'file') return
    void add(Array.from(target.files ?? []))
    // the same file may be chosen again
    target.value = ''
  })
  document.addEventListener('paste', (event) => {
    const files = Array.from(event.clipboardData?.files ?? [])
    if (files.length > 0) event.preventDefault()
    void add(files)
  })
  for (const name of ['dragenter', 'dragover'])
    document.addEventListener(name, (event) => {
      event.preventDefault()
      form.toggleAttribute('data-over', true)
    })
  for (const name of ['dragleave', 'drop'])
    document.addEventListener(name, () => form.removeAttribute('data-over'))
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    void add(Array.from(event.dataTransfer?.files ?? []))
  })
  // back from the shop: there may be more credit, or another login
  for (const sign of ['pageshow', 'visibilitychange', 'focus'])
    addEventListener(sign, () => void refresh())
  measure()

  function act(name: string, button: HTMLElement): void {
    const item = items.find(({ row }) => row.contains(button))
    if (name === 'copy') void result.copy()
    if (name === 'save') result.save()
    if (name === 'cancel') void fetch(`/jobs/pictures/${job}/cancel`, { method: 'POST' })
    if (name === 'reload') location.reload()
    if (name === 'sample') void drawSample().then((file) => add([file]))
    if (name === 'clear') removeItems(items)
    if (name === 'choose' && item) choose(item)
    if (name === 'remove' && item) removeItems([item])
    const turned = name === 'turn' ? result.shown() : name === 'turn-row' ? item : null
    if (turned) turn(turned)
  }

  async function add(files: File[]): Promise<void> {
    if (files.length === 0 || isRunning || !form.hasAttribute('data-user')) return
    hideError()
    const room = Math.max(0, MOST_PICTURES - items.length)
    if (files.length > room)
      refuse(`一次最多 ${MOST_PICTURES} 张，其余 ${files.length - room} 张未加入`)
    for (const file of files.slice(0, room)) {
      // others may have been added meanwhile
      if (items.length >= MOST_PICTURES) break
      const item = await openPicture(file, {
        icons,
        onReady: (ready) => ready === result.shown() && result.show(ready),
      })
      items.push(item)
      list.append(item.row)
      showItem(item)
      if (item.state === 'refused') announce(`${item.name}：${item.line}`)
      else choose(item)
    }
    changed()
  }

  function removeItems(gone: readonly PictureItem[]): void {
    if (isRunning) return
    const hadFocus = list.contains(document.activeElement)
    for (const { row } of gone) row.remove()
    items = items.filter((item) => !gone.includes(item))
    choose(items.at(-1) ?? null)
    changed()
    if (hadFocus) find('#pictures [type="file"]', HTMLInputElement).focus()
  }

  function turn(item: PictureItem): void {
    if (isRunning) return
    item.turn = NEXT_TURN[item.turn]
    showItem(item)
    choose(item)
    changed()
    announce(`${item.name} 已向右转 ${item.turn} 度`)
  }

  function choose(item: PictureItem | null): void {
    for (const each of items) showChosen(each, each === item)
    result.show(item)
  }

  /** Other pictures are another job. */
  function changed(): void {
    job = newJobId()
    measure()
    const isIdle = !['signed-out', 'unreachable', 'ended'].includes(view)
    if (isIdle) show('ready')
  }

  function measure(): void {
    const count = unread().length
    fill('count', formatNumber(count))
    fill(
      'range',
      count === 0 ? '0' : `${formatNumber(count * LEAST_PRICE)}–${formatNumber(mostCost())}`,
    )
    fill('most', formatNumber(mostCost()))
  }

  function show(name: string): void {
    view = name
    showView(name)
  }

  function refuse(text: string): void {
    error.textContent = text
    error.hidden = false
    announce(text)
  }

  function hideError(): void {
    error.hidden = true
  }

  async function start(): Promise<void> {
    if (isRunning) return
    hideError()
    const pictures = unread()
    if (pictures.length === 0) return refuse('请先选择图片')
    if (pictures.reduce((sum, { file }) => sum + file.size, 0) > MOST_BYTES)
      return refuse(`图片合计超过 ${MOST_BYTES / 2 ** 20} MB，请分次处理`)
    isRunning = true
    for (const item of pictures) update(item, { state: 'waiting', line: '等待识别', share: 0 })
    choose(result.shown())
    fill('running-line', '正在上传…')
    fill('held-line', `关闭页面即取消，不扣${unit}`)
    find('#pictures .picture-view > progress', HTMLProgressElement).value = 0
    show('running')
    focusView('running')
    announce('正在识别')
    const end = await sendPictures(job, pictures, (event) => receive(event, pictures))
    isRunning = false
    if (end.type === 'done') conclude(end, pictures)
    else showFailure(end.error, pictures)
    focusView(view)
  }

  function update(item: PictureItem, changes: Partial<PictureItem>): void {
    Object.assign(item, changes)
    showItem(item)
  }

  function receive(event: PictureProgress, pictures: readonly PictureItem[]): void {
    if (event.type === 'held') {
      setAvailable(event.available)
      fill('running-line', '正在识别…')
      fill('held-line', `已预留 ${formatNumber(event.amount)} ${unit}，完成后按字数扣除`)
      return
    }
    const item = pictures[event.picture]
    if (item === undefined) return
    if (event.type === 'waiting')
      update(item, { line: event.ahead > 0 ? `排队中，前面还有 ${event.ahead} 张` : '正在识别' })
    if (event.type === 'reading') {
      const { done, of } = event
      update(item, { state: 'reading', line: `正在识别，第 ${done}／${of} 处`, share: done / of })
    }
    if (event.type === 'read')
      update(item, { share: 1, line: `已识别 ${formatNumber(event.characters)} 字` })
    if (event.type === 'refused')
      update(item, { state: 'failed', line: `${event.message}，未扣费` })
    const isOver = event.type === 'read' || event.type === 'refused'
    if (isOver) announce(`${item.name}：${item.line}`)
    const done = event.picture + (isOver ? 1 : item.share)
    fill('running-line', `正在识别第 ${event.picture + 1}／${pictures.length} 张`)
    find('#pictures .picture-view > progress', HTMLProgressElement).value = done / pictures.length
  }

  function conclude(end: FinishedPictures, pictures: readonly PictureItem[]): void {
    for (const [at, item] of pictures.entries()) {
      const text = end.pictures[at] ?? null
      if (text) update(item, { state: 'read', text, share: 1 })
      else update(item, { state: 'failed' })
    }
    if (end.available !== null) setAvailable(end.available)
    const balance = available === null ? '' : `，余额 ${formatNumber(available)}`
    const price = `${formatNumber(end.cost)} ${unit}`
    const receipt = `${end.wasPaid ? `之前已扣 ${price}，这次不再扣` : `本次 ${price}`}${balance}`
    fill('receipt', receipt)
    job = newJobId()
    measure()
    find('#pictures [data-part="rest"]', HTMLElement).hidden = unread().length === 0
    show('done')
    choose(pictures.find(({ text }) => text !== null) ?? pictures[0] ?? null)
    announce(`已完成。${receipt}`)
  }

  function showFailure(failure: Failure, pictures: readonly PictureItem[]): void {
    const { code, message, held = 0 } = failure
    for (const item of pictures) update(item, { state: 'ready', line: '待识别', share: 0 })
    choose(result.shown())
    if (failure.available !== undefined) setAvailable(failure.available)
    measure()
    // a job that was given up or has ended cannot be sent again under its id; any other may have been charged
    if (code === 'cancelled' || code === 'job_ended') job = newJobId()
    fill('missing', formatNumber(Math.max(1, mostCost() - (available ?? 0))))
    fill('held', formatNumber(held))
    fill('failure', message)
    fill('failure-more', code === 'cancelled' ? `预留的${unit}已退回。` : AGAIN)
    announce(message)
    if (code === 'signed_out' || code === 'invalid_api_key') return endSession()
    if (code === 'insufficient_quota') show(failure.held === undefined ? 'short' : 'held')
    else show('failed')
  }

  function setAvailable(amount: number): void {
    available = amount
    fill('available', formatNumber(amount))
  }

  function endSession(): void {
    form.removeAttribute('data-user')
    document.body.toggleAttribute('data-signed-out', true)
    show('ended')
  }

  /** Asks who is signed on and how much credit there is. */
  async function refresh(): Promise<void> {
    if (document.hidden || isRunning || view === 'signed-out' || view === 'unreachable') return
    const response = await fetch('/me').catch(() => null)
    if (isRunning) return
    if (response?.status === 401) {
      if (form.hasAttribute('data-user')) endSession()
      return
    }
    if (!response?.ok) return
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
    const { credit, user: current } = (await response.json()) as Viewer
    // pictures are not for the next user of this browser
    if (current !== user) return location.reload()
    form.dataset['user'] = current
    document.body.removeAttribute('data-signed-out')
    if (credit !== null) setAvailable(credit.available)
    const hasEnough = (view === 'short' || view === 'held') && (available ?? 0) >= mostCost()
    if (view === 'ended' || hasEnough) {
      show('ready')
      announce('可以开始')
    }
  }
}
