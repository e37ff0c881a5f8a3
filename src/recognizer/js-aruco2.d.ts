// The part of js-aruco2 (which ships no types) that is used here.
declare module 'js-aruco2' {
  export namespace AR {
    const DICTIONARIES: Record<string, { nBits: number; tau: number; codeList: number[] }>;
    class Detector {
      constructor(config: { dictionaryName: string; maxHammingDistance?: number });
      detectImage(width: number, height: number, rgba: Uint8Array | Uint8ClampedArray): Marker[];
    }
    type Marker = { id: number; corners: { x: number; y: number }[]; hammingDistance: number };
  }
}
