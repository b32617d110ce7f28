import { announce } from './screen.ts'

const COPIED_MS = 2_000

/** Copies, and says so for a moment in place of the button's label. */
export async function copyText(text: string, label: HTMLElement): Promise<void> {
  // pressed again, it still says that
  const usual = (label.dataset['usual'] ??= label.textContent)
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
  const said = isCopied ? '已复制' : '复制失败，请手动选择文字'
  label.textContent = said
  announce(said)
  setTimeout(() => (label.textContent = usual), COPIED_MS)
}

export function saveFile(name: string, text: string, type: string): void {
  // Excel reads a CSV file as UTF-8 only when it begins with this mark
  const content = type === 'text/csv' ? `\uFEFF${text}` : text
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // the browser reads it after the click
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
