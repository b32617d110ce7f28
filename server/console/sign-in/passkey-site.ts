import type { PasskeySite } from '../../second-factor/passkeys.ts'
import type { ConsoleDeps } from '../deps.ts'

/** The console as the site that its operators' passkeys belong to. */
export function passkeySite({
  settings,
  content,
  log,
}: Pick<ConsoleDeps, 'settings' | 'content' | 'log'>): PasskeySite {
  return { name: `${content.site.name} 控制台`, url: settings.url, log }
}
