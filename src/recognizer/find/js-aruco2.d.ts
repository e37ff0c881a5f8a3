// Types for the parts of js-aruco2 used here. The package has none.
declare module 'js-aruco2' {
  type Image = { width: number; height: number; data: Uint8Array };
  type Contour = { x: number; y: number }[];

  export namespace AR {
    const DICTIONARIES: Record<string, { nBits: number; tau: number; codeList: number[] }>;
    class Detector {
      constructor(config: { dictionaryName: string; maxHammingDistance?: number });
      findCandidates(
        contours: (readonly Contour[number][])[],
        minSize: number,
        epsilon: number,
        minLength: number,
      ): Contour[];
      clockwiseCorners(candidates: Contour[]): Contour[];
      notTooNear(candidates: Contour[], minDist: number): Contour[];
      findMarkers(image: Image, candidates: Contour[], warpSize: number): Marker[];
    }
    type Marker = { id: number; corners: Contour; hammingDistance: number };
  }
}
