/** The reversed polynomial of CRC-32 as in IEEE 802.3, gzip and the AWS event stream. */
const polynomial = 0xedb88320

let table: Uint32Array | undefined

/** The CRC-32 checksum of some bytes, as an unsigned number. */
export function crc32(bytes: Uint8Array): number {
  table ??= makeTable()
  let crc = 0xffffffff
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

function makeTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, index) => {
    let crc = index
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1
    return crc >>> 0
  })
}
