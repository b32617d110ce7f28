import { announce } from './screen.ts'

const COPIED_MS = 2_000
const HINT_MS = 6_000

/** Copies, and says so for a moment in place of the button's label. */
export async function copyText(text: string, label: HTMLElement): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
  say(isCopied ? '已复制' : '复制失败，请手动选择文字', label, COPIED_MS)
}

function say(said: string, label: HTMLElement, ms: number): void {
  // pressed again, it still says that
  const usual = (label.dataset['usual'] ??= label.textContent)
  label.textContent = said
  announce(said)
  setTimeout(() => {
    label.textContent = usual
    delete label.dataset['usual']
  }, ms)
}

/** Inside WeChat, which ignores the download on some phones, `label` says for a moment where it works. */
export function saveFile(name: string, text: string, type: string, label: HTMLElement): void {
  // Excel reads a CSV file as UTF-8 only when it begins with this mark
  const content = type === 'text/csv' ? `\uFEFF${text}` : text
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // the browser reads it after the click
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  if (/MicroMessenger/.test(navigator.userAgent))
    say('没有收到时，请在浏览器中打开本页', label, HINT_MS)
}
