import type { ToolId } from '../wire/tools.ts'
import { annotatePinyin, loadPinyin } from './annotate-pinyin.ts'
import { convertChinese, loadConverter } from './convert-chinese.ts'
import { convertTable } from './convert-table.ts'
import type { Conversion } from './conversion.ts'
import { tidySpacing } from './tidy-spacing.ts'

export const CONVERSIONS: Record<ToolId, Conversion> = {
  chinese: convertChinese,
  pinyin: annotatePinyin,
  spacing: tidySpacing,
  table: convertTable,
}

/** Reads the dictionaries that a tool needs, so that its first job does not wait for them. */
export async function prepareConversion(tool: ToolId, choice = 'tw'): Promise<void> {
  if (tool === 'chinese') await loadConverter(choice)
  if (tool === 'pinyin') (await loadPinyin()).pinyin('准备')
}
