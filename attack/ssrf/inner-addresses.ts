import { hostname } from 'node:os'

/** Addresses that lead into the shop's own network, in the spellings that get around naive checks. */
export function innerAddresses(port: number): string[] {
  const hosts = [
    ...['127.0.0.1', 'localhost', 'LOCALHOST', 'localhost.', '[::1]', '0.0.0.0', '[::]', '127.1'],
    ...['127.127.127.127', '2130706433', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1', '017700000001'],
    ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::127.0.0.1]'],
    ...['[64:ff9b::7f00:1]', '[2002:7f00:1::]', '0', '127.0.0.1.', '①②⑦.⓪.⓪.①', '127。0。0。1'],
    ...[
      'ip6-localhost',
      'ip6-loopback',
      hostname(),
      'user:pass@127.0.0.1',
      '127.0.0.1%00.example.com',
    ],
    ...['169.254.169.254', '10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', '[fd00::1]'],
    ...['[fe80::1]', '198.18.0.1', '224.0.0.1', '255.255.255.255', '[fec0::1]', '[ff02::1]'],
  ]
  return [
    ...hosts.map((host) => `https://${host}:${port}/hook`),
    ...[`http://127.0.0.1:${port}/`, `http://localhost:${port}/`, `ftp://127.0.0.1:${port}/`],
    ...[`gopher://127.0.0.1:${port}/_x`, 'file:///etc/passwd', `https:127.0.0.1:${port}`],
    `https:\\\\127.0.0.1:${port}/`,
  ]
}
