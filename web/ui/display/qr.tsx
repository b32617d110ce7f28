import type { QrCode } from '#contract/content/content.ts'

/** A QR code with the blank border that scanners need. */
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
