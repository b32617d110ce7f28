import { INVOICE_FILE_MAX } from '#contract/invoices/invoice-fields.ts'
import { bytesText } from '../lib/bytes-text.ts'

const MARK = '%PDF-'

/** Why a file cannot be sent; undefined: nothing is wrong with it. */
export async function pdfProblem(file: File): Promise<string | undefined> {
  if (file.size > INVOICE_FILE_MAX)
    return `文件有 ${bytesText(file.size)}，不能超过 ${bytesText(INVOICE_FILE_MAX)}`
  const beginning = await file.slice(0, MARK.length).text()
  return beginning === MARK ? undefined : '这不是 PDF 文件'
}

/** The whole file as base64. */
export async function readPdf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const PART = 0x80_00
  let text = ''
  // so many arguments fit on the stack
  for (let at = 0; at < bytes.length; at += PART)
    text += String.fromCodePoint(...bytes.subarray(at, at + PART))
  return btoa(text)
}
