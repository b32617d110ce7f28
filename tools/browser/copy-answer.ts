import { announce } from './screen.ts'

const COPIED_MS = 2_000

/** Copies, and says so on the button for a moment. */
export async function copyAnswer(text: string, button: HTMLElement): Promise<void> {
  const label = button.textContent
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
  const said = isCopied ? '已复制' : '没有复制成，请手动选择文字'
  button.textContent = said
  announce(said)
  setTimeout(() => (button.textContent = label), COPIED_MS)
}
