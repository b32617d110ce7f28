/** Where a setting's value comes from. */
export const SETTING_ORIGINS = [
  'environment',
  'file',
  'default',
  'derived',
  'made',
  'content',
  'none',
] as const
export type SettingOrigin = (typeof SETTING_ORIGINS)[number]

export const SETTING_ORIGIN_LABELS: Readonly<Record<SettingOrigin, string>> = {
  environment: '环境变量',
  file: '.env 文件',
  default: '默认',
  derived: '由其他设置得出',
  made: '自动生成',
  content: 'content 目录',
  none: '未设置',
}
