/**
 * The most common passwords that satisfy the length rule, in lower case. The server decides, with the digests
 * of 10,000; this list saves most users the round trip.
 */
const COMMON = new Set(
  `password passw0rd p@ssw0rd p@ssword password1 password12 password123 password1234 passw0rd1
  passw0rd123 12345678 123456789 1234567890 12345679 123456780 0123456789 987654321 9876543210
  11223344 112233445566 123456123 123456123456 12341234 1234qwer qwer1234 qwerty12 qwerty123
  qwerty1234 qwertyui qwertyuiop qwertyuiop123 1qaz2wsx 1qaz2wsx3edc 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y
  q1w2e3r4 q1w2e3r4t5 zaq12wsx zxcvbnm1 zxcvbnm123 asdfghjk asdfghjkl asdf1234 asdasd123 asd123456
  qwe123456 zxc123456 qweasdzxc qazwsxedc qazwsx123 aa123456 aa12345678 aaa123456 a1234567 a12345678
  a123456789 abc12345 abc123456 abcd1234 abcd123456 abcdefgh abcdefg1 abcdefg123 qq123456 qq123456789
  w12345678 w123456789 z12345678 z123456789 q12345678 q123456789 s12345678 l12345678 x12345678
  admin123 admin1234 admin123456 administrator root1234 root123456 test1234 test123456 user1234
  guest123 welcome1 welcome123 letmein1 letmein123 changeme changeme1 default1 iloveyou iloveyou1
  iloveyou123 iloveyou520 woaini520 woaini521 woaini1314 woaini123 woaini5201314 5201314520 52013140
  5201314a 13145200 1314520520 77585210 147258369 741852963 159357456 123654789 963852741 31415926
  12qwaszx sunshine princess football baseball basketball superman batman123 starwars trustno1
  whatever computer internet michelle jennifer jonathan elizabeth charlie1 dragon123 monkey123
  shadow123 master123 freedom1 samsung1 google123 facebook liverpool chelsea1 christmas chocolate
  butterfly sweetheart forever1 nothing1 mustang1 corvette mercedes ferrari1 swordfish hello123
  helloworld hello1234 secret123 killer123 pokemon1 minecraft blink182 q1w2e3r4t5y6 1234abcd
  taobao123 wang1234 wang123456 zhang123456 zhang123 liuliu123 xiaoming123 caonima123 nihao123456
  88888888 888888888 66666666 666666666 99999999 00000000 11111111 1111111111 22222222 33333333
  55555555 77777777 12121212 13131313 10101010 20202020 87654321 76543210 11235813`.split(/\s+/),
)

const LONGEST_PATTERN = 4

/** Among the passwords guessed first: a known one, or a short pattern over and over. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase()) || isRepeated(password)
}

/** aaaaaaaa, 12121212, abcabcabc. */
function isRepeated(password: string): boolean {
  for (let length = 1; length <= LONGEST_PATTERN; length++) {
    const pattern = password.slice(0, length)
    if (pattern.repeat(Math.ceil(password.length / length)).startsWith(password)) return true
  }
  return false
}
