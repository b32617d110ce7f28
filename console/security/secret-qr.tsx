import type { QrCode } from '#contract/content/content.ts'
import { loadChunk } from '#web/lib/loading/chunk.ts'
import { Qr } from '#web/ui/display/qr.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'

/** The secret of an authenticator as a QR code; the text beside it serves where the drawing fails to load. */
export function SecretQr({ uri }: { uri: string }) {
  const { data } = useLoad(uri, () => loadChunk(() => drawQr(uri)))
  if (data === undefined) return <div className="qr" />
  return <Qr code={data} label="验证器密钥的二维码" />
}

async function drawQr(text: string): Promise<QrCode> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x, y]] : [])))
  return { size, path: modules.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('') }
}
