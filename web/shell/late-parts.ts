import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

/** The parts of the frame that work as HTML alone; React takes them in when their files are there. */
export const Footer = part(async () => (await import('./footer.tsx')).Footer)
export const SideHelp = part(async () => (await import('./help/side-help.tsx')).SideHelp)
export const LegacyHeader = part(
  async () => (await import('./header/legacy-header.tsx')).LegacyHeader,
)

/** Decoration of an error screen, which may not depend on it. */
export const ErrorIllustration = part(
  async () => (await import('./error/error-illustration.tsx')).ErrorIllustration,
)

function part(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch {
      // the prerendered part stays as it is
      return new Promise<never>(() => undefined)
    }
  })
}
