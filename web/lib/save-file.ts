import { toast } from './toast.ts'

/** Downloads content as a file. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  saveFrom(url, name)
  // the browser reads it after the click
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Downloads what the address answers; `name` is '' where the answer names the file. */
export function saveFrom(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // its browser ignores the click on some phones, and nobody is told
  if (/MicroMessenger/.test(navigator.userAgent))
    toast('微信可能不保存文件。没有收到时，请点右上角“…”，在浏览器中打开本页再下载', 'news')
}
