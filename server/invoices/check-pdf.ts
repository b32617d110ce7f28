import { createHash } from 'node:crypto'
import { INVOICE_FILE_MAX } from '#contract/invoices/invoice-fields.ts'

const HEAD = Buffer.from('%PDF-')
const END = Buffer.from('%%EOF')
/** Readers look for both within so many bytes, because some programs write a little before and after. */
const SEARCHED = 1024

/** What is wrong with a PDF, as a sentence for the operator; null for a good one. */
export function findPdfProblem(content: Uint8Array): string | null {
  if (content.length > INVOICE_FILE_MAX) return 'PDF 超过 2 MB，请压缩后再上传'
  const bytes = Buffer.from(content)
  const isWhole =
    bytes.subarray(0, SEARCHED).includes(HEAD) && bytes.subarray(-SEARCHED).includes(END)
  return isWhole ? null : '这不是完整的 PDF 文件'
}

export function sha256Of(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest()
}
