import type { Appearance } from '@stripe/stripe-js'

/** Our design tokens for Stripe's fields, whose iframe our style sheets do not reach. */
export function stripeAppearance(): Appearance {
  const [surface, ink, soft, faint, line, accent, bad] = colours([
    '--surface',
    '--ink',
    '--ink-soft',
    '--ink-faint',
    '--line-input',
    '--accent',
    '--bad',
  ])
  const root = getComputedStyle(document.documentElement)
  return {
    theme: 'flat',
    labels: 'above',
    variables: {
      colorPrimary: accent,
      colorBackground: surface,
      colorText: ink,
      colorTextSecondary: soft,
      colorTextPlaceholder: faint,
      colorDanger: bad,
      iconColor: faint,
      fontFamily: root.getPropertyValue('--font').trim(),
      fontSizeBase: root.fontSize,
      fontSizeSm: '0.875rem',
      borderRadius: root.getPropertyValue('--round-input').trim(),
      gridRowSpacing: '1.125rem',
      gridColumnSpacing: '1rem',
    },
    rules: {
      '.Label': { fontWeight: '600' },
      '.Input': { border: `1px solid ${line}`, boxShadow: 'none' },
      '.Input:focus': { borderColor: accent, boxShadow: `0 0 0 1px ${accent}` },
      '.Input--invalid': { borderColor: bad, boxShadow: 'none' },
    },
  }
}

/** Calls back when the colour scheme changes, by the system or by the switch in the footer. */
export function followScheme(onChange: () => void): () => void {
  const systemScheme = matchMedia('(prefers-color-scheme: dark)')
  systemScheme.addEventListener('change', onChange)
  const chosenScheme = new MutationObserver(onChange)
  chosenScheme.observe(document.documentElement, { attributeFilter: ['data-scheme'] })
  return () => {
    systemScheme.removeEventListener('change', onChange)
    chosenScheme.disconnect()
  }
}

/** The tokens are `light-dark()` pairs: an element has to resolve them. */
function colours<const Names extends readonly string[]>(
  names: Names,
): { [At in keyof Names]: string } {
  const probe = document.createElement('i')
  document.body.append(probe)
  const found = names.map((name) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  })
  probe.remove()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- map keeps the length, which its type forgets
  return found as { [At in keyof Names]: string }
}
