import type { Order } from '#contract/shapes.ts'
import { loadChunk } from '../lib/chunk.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import type { Total } from './card-form/card-form.ts'
import type { CodeEnding } from './pay.ts'

/** A code to scan, with what shows it: fetched for those alone who pay so. */
export type Code = CodeEnding & Awaited<ReturnType<typeof loadScan>>

const loadScan = () => loadChunk(() => import('./code-scan.tsx'))

export async function codeOf(ending: CodeEnding): Promise<Code> {
  return { ...ending, ...(await loadScan()) }
}

interface CodeDialogProps {
  code: Code | undefined
  total: Total
  /** The visitor has put the code away; it can still be paid. */
  onClose: () => void
  onEnd: (order: Order) => void
}

export function CodeDialog({ code, ...rest }: CodeDialogProps) {
  return (
    <Dialog isOpen={code !== undefined} onClose={rest.onClose} title="微信扫码支付">
      {code && <code.CodeScan key={code.orderId} code={code} {...rest} />}
    </Dialog>
  )
}
