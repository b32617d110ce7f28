import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { INVOICE_FILE_MAX } from '#contract/invoices/invoice-fields.ts'
import { findPdfProblem, sha256Of } from '../../invoices/check-pdf.ts'
import type { NewPdf } from '../../invoices/files.store.ts'
import { UPLOAD_LIFETIME_MS } from '../../invoices/jobs.ts'
import { isUuid } from '../../db/ids.ts'
import { Refusal, wrongUsage } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { optionalText, type Parameter } from '../parameters.ts'
import { findUpload } from './issue.store.ts'

/** A number of 8 digits (paper) to 20 digits (fully digital invoices). */
export function invoiceNumber(label: string): Parameter<string | null> {
  return {
    value: label,
    help: '8–20 位数字，数电发票是 20 位',
    isRequired: false,
    read(given) {
      if (given === undefined) return null
      const number = given.normalize('NFKC').replaceAll(/\s/g, '')
      if (!/^\d{8,20}$/.test(number)) throw wrongUsage('应为 8–20 位数字')
      return number
    },
  }
}

export const pdfParameters = {
  pdf: { ...optionalText('文件', 'PDF 文件，最大 2 MB'), isForPrograms: true as const },
  upload: {
    ...optionalText('PDF', '在控制台上传的 PDF，最大 2 MB'),
    field: { kind: 'upload' as const },
    isForConsole: true as const,
    read(given: string | undefined) {
      if (given === undefined) return null
      if (!isUuid(given)) throw wrongUsage('请重新上传')
      return given
    },
  },
}

/** The PDF that was named or uploaded; null for none. Throws Refusal for what is no PDF, or not there. */
export async function readPdf(
  { sql, now, call, path }: Pick<OperatorContext, 'sql' | 'now' | 'call' | 'path'>,
  { pdf, upload }: { pdf: string | null; upload: string | null },
): Promise<NewPdf | null> {
  if (pdf === null && upload === null) return null
  const found =
    pdf === null
      ? await findUpload(sql, upload!, {
          operatorId: call.actor.operatorId,
          since: new Date(now().getTime() - UPLOAD_LIFETIME_MS),
        })
      : await readGivenFile(path(pdf))
  if (found === null) throw new Refusal('上传的 PDF 已经过期，请重新上传', { code: 'UPLOAD' })
  const problem = findPdfProblem(found.content)
  if (problem !== null) throw new Refusal(problem, { code: 'PDF' })
  return { ...found, sha256: sha256Of(found.content) }
}

async function readGivenFile(place: string): Promise<{ name: string; content: Buffer }> {
  const { size } = await stat(place).catch(() => {
    throw new Refusal(`读不到这个文件：${place}`, { code: 'FILE' })
  })
  if (size > INVOICE_FILE_MAX) throw new Refusal('PDF 超过 2 MB，请压缩后再上传', { code: 'PDF' })
  return { name: basename(place), content: await readFile(place) }
}

/** The PDF in a preview: its hash makes sure that just this one is stored. */
export function pdfText(pdf: NewPdf | null): string | null {
  return (
    pdf &&
    `${pdf.name}（${Math.ceil(pdf.content.length / 1000)} KB，SHA-256 ${pdf.sha256.toString('hex').slice(0, 12)}）`
  )
}
