import * as z from 'zod/mini'

export const DOWNLOAD_PLATFORMS = ['windows', 'macos', 'ios', 'android', 'web'] as const

export const downloadItem = z.object({
  platform: z.enum(DOWNLOAD_PLATFORMS),
  label: z.string(),
  url: z.string(),
  version: z.optional(z.string()),
})
