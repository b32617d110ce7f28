import type { QrCode } from '#contract/content.ts'

/** A QR code with its quiet border. */
export function Qr({ code, label }: { code: QrCode; label: string }) {
  return (
    <svg
      className="qr"
      viewBox={`-1 -1 ${code.size + 2} ${code.size + 2}`}
      role="img"
      aria-label={label}
    >
      <path d={code.path} fill="currentColor" />
    </svg>
  )
}
