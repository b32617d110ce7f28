import { expect, test } from 'vitest'
import { structuredDataFaults } from './schema-org.ts'

function faults(...things: object[]): string[] {
  const blocks = things.map(
    (thing) => `<script type="application/ld+json">${JSON.stringify(thing)}</script>`,
  )
  return structuredDataFaults(blocks.join(''))
}

const CONTEXT = { '@context': 'https://schema.org' }
const offer = { '@type': 'Offer', price: '19.90', priceCurrency: 'CNY' }

test('what schema.org has is let through, and a document may say several things', () => {
  const product = { ...CONTEXT, '@type': 'Product', name: '积分', offers: [offer, offer] }
  const company = { ...CONTEXT, '@type': 'Organization', name: '公司', url: 'https://shop.test' }
  expect(faults(product, company)).toEqual([])
  expect(faults()).toEqual([])
})

test.each([
  ['Produkt is no type that we know', { '@type': 'Produkt' }],
  ['Organization has no property telefone', { '@type': 'Organization', telefone: '1' }],
  ['Organization lacks name', { '@type': 'Organization', url: 'https://shop.test' }],
  ['Organization.url is no URL', { '@type': 'Organization', name: 'x', url: '/plans' }],
  ['Product lacks offers', { '@type': 'Product', name: 'x', offers: [] }],
  ['Product.offers is no Offer', { '@type': 'Product', name: 'x', offers: 'cheap' }],
  [
    'Product.offers › Offer lacks priceCurrency',
    { '@type': 'Product', name: 'x', offers: { '@type': 'Offer', price: 1 } },
  ],
])('%s', (fault, thing) => {
  expect(faults({ ...CONTEXT, ...thing })).toContain(fault)
})

test('words of another vocabulary are no structured data of ours', () => {
  expect(faults({ ...offer, '@context': 'https://example.com' })).toEqual([
    '@context is not https://schema.org',
  ])
})
