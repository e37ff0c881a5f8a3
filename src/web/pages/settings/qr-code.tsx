import { Box } from '@mantine/core';
import { qrPath } from '#web/components/ui/qr-path.ts';

/** Always dark on light, because cameras expect it. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = qrPath(text, 2);
  return (
    <Box
      component="svg"
      display="block"
      w="13rem"
      h="13rem"
      bdrs="md"
      bg="#fff"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </Box>
  );
}
