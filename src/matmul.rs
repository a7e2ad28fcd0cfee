//! Matrix products of f32 by AVX-512 with all 32 of its registers, for tract.
//!
//! tract's own kernels for AVX-512 leave half of the registers empty and store single numbers.
//! This one has a tile of 32 × 14, which fits the 56², 28² and 14² pixels of most networks' stages.
//! It offers itself by tract's registries, and is used where the processor has AVX-512; others have
//! tract's. A ResNet V2 101 takes two thirds of its time without it (docs/performance.md), which is
//! why this file may hold what no other outside `pg` does: unsafe code.

use std::arch::x86_64::*;

use tract_onnx::prelude::tract_linalg::isa::{Arch, Isa, IsaReq, IsaSet};
use tract_onnx::prelude::tract_linalg::mmm::{
    DynKernel, FusedKerSpec, FusedSpec, MatMatMul, OutputStoreKer, Query, Suitable,
};
use tract_onnx::prelude::tract_linalg::mmm_routines::MmmRoutine;
use tract_onnx::prelude::tract_linalg::mmm_tiers::MmmTier;
use tract_onnx::prelude::tract_linalg::pack::Packing;
use tract_onnx::prelude::{Datum, DatumType};
use tract_onnx::tract_core::internal::inventory;

/// Numbers in a register.
const LANES: usize = 16;
/// Registers in a column of the tile.
const UP: usize = 2;
/// Rows of the tile.
const ROWS: usize = UP * LANES;
/// Columns of the tile.
const COLUMNS: usize = 14;
const NAME: &str = "goce_avx512_f32_32x14";

type Tile = [[__m512; UP]; COLUMNS];

inventory::submit! { MmmRoutine { make } }
inventory::submit! {
    MmmTier {
        arch: Some(Arch::X86_64),
        precedence: 100, // tract's own have at most 8
        name: NAME,
        applies: |isa| isa.has(Isa::X86_64Avx512f),
        preferred,
    }
}

fn make() -> Box<dyn MatMatMul> {
    let (a, b) = (f32::packing(ROWS), f32::packing(COLUMNS));
    let mut kernel = DynKernel::<ROWS, COLUMNS, f32>::new(NAME, kernel, a, b)
        .with_isa(IsaReq::ANY.needing(&[Isa::X86_64Avx512f]))
        .with_can_fuse(can_fuse);
    kernel.arch = Some(Arch::X86_64);
    kernel.mmm()
}

/// All but the operations of integers.
fn can_fuse(spec: &FusedSpec) -> bool {
    use FusedSpec::{QScale, RoundingShiftRight, ShiftLeft};
    !matches!(spec, QScale(..) | RoundingShiftRight(..) | ShiftLeft(..))
}

/// This kernel for products that fill at least half of its tiles.
fn preferred(_: &IsaSet, number: DatumType, query: &Query, _: &[Suitable]) -> Option<&'static str> {
    let (m, n) = (query.m?, query.n?);
    let tiles = m.div_ceil(ROWS) * n.div_ceil(COLUMNS);
    let full = 2 * m * n >= tiles * ROWS * COLUMNS;
    (number == f32::datum_type() && full).then_some(NAME)
}

macro_rules! each {
    ($tile:ident, $column:ident, $up:ident => $value:expr) => {
        for $column in 0..COLUMNS {
            for $up in 0..UP {
                $tile[$column][$up] = $value;
            }
        }
    };
}

macro_rules! with_scalar {
    ($tile:ident, $scalar:expr, |$x:ident, $y:ident| $value:expr) => {{
        let $x = _mm512_set1_ps($scalar);
        each!($tile, column, up => {
            let $y = $tile[column][up];
            $value
        })
    }};
}

macro_rules! with_rows {
    ($tile:ident, $rows:expr, |$x:ident, $y:ident| $value:expr) => {
        each!($tile, column, up => {
            let $x = _mm512_loadu_ps($rows.add(LANES * up));
            let $y = $tile[column][up];
            $value
        })
    };
}

macro_rules! with_columns {
    ($tile:ident, $columns:expr, |$x:ident, $y:ident| $value:expr) => {
        each!($tile, column, up => {
            let $x = _mm512_set1_ps(*$columns.add(column));
            let $y = $tile[column][up];
            $value
        })
    };
}

/// Computes one tile; 0 is success.
///
/// # Safety
/// The processor has AVX-512, and pointers are to as much as tract promises its kernels: panels of
/// k × ROWS and k × COLUMNS numbers, ROWS or COLUMNS numbers of a vector, whole tiles of matrices.
#[target_feature(enable = "avx512f")]
unsafe fn kernel(operations: &[FusedKerSpec<f32>]) -> isize {
    use FusedKerSpec::*;
    let mut tile: Tile = [[_mm512_setzero_ps(); UP]; COLUMNS];
    for operation in operations {
        // SAFETY: the caller's.
        unsafe {
            match *operation {
                Done => return 0,
                Clear => tile = [[_mm512_setzero_ps(); UP]; COLUMNS],
                LoadTile(from, _) => each!(tile, column, up => {
                    _mm512_loadu_ps(from.add(ROWS * column + LANES * up))
                }),
                ScalarMin(x) => with_scalar!(tile, x, |x, y| _mm512_min_ps(x, y)),
                ScalarMax(x) => with_scalar!(tile, x, |x, y| _mm512_max_ps(x, y)),
                ScalarAdd(x) => with_scalar!(tile, x, |x, y| _mm512_add_ps(x, y)),
                ScalarMul(x) => with_scalar!(tile, x, |x, y| _mm512_mul_ps(x, y)),
                ScalarSub(x) => with_scalar!(tile, x, |x, y| _mm512_sub_ps(x, y)),
                ScalarSubF(x) => with_scalar!(tile, x, |x, y| _mm512_sub_ps(y, x)),
                LeakyRelu(x) => with_scalar!(tile, x, |x, y| {
                    let low = _mm512_cmp_ps_mask::<_CMP_NGT_UQ>(y, _mm512_setzero_ps());
                    _mm512_mask_mul_ps(y, low, x, y)
                }),
                PerRowMin(p) => with_rows!(tile, p, |x, y| _mm512_min_ps(x, y)),
                PerRowMax(p) => with_rows!(tile, p, |x, y| _mm512_max_ps(x, y)),
                PerRowAdd(p) => with_rows!(tile, p, |x, y| _mm512_add_ps(x, y)),
                PerRowMul(p) => with_rows!(tile, p, |x, y| _mm512_mul_ps(x, y)),
                PerRowSub(p) => with_rows!(tile, p, |x, y| _mm512_sub_ps(x, y)),
                PerRowSubF(p) => with_rows!(tile, p, |x, y| _mm512_sub_ps(y, x)),
                PerColMin(p) => with_columns!(tile, p, |x, y| _mm512_min_ps(x, y)),
                PerColMax(p) => with_columns!(tile, p, |x, y| _mm512_max_ps(x, y)),
                PerColAdd(p) => with_columns!(tile, p, |x, y| _mm512_add_ps(x, y)),
                PerColMul(p) => with_columns!(tile, p, |x, y| _mm512_mul_ps(x, y)),
                PerColSub(p) => with_columns!(tile, p, |x, y| _mm512_sub_ps(x, y)),
                PerColSubF(p) => with_columns!(tile, p, |x, y| _mm512_sub_ps(y, x)),
                AddRowColProducts(rows, columns) => each!(tile, column, up => {
                    let rows = _mm512_loadu_ps(rows.add(LANES * up));
                    _mm512_fmadd_ps(rows, _mm512_set1_ps(*columns.add(column)), tile[column][up])
                }),
                AddUnicast(matrix) if matrix.item_size == 4 => add(&mut tile, &matrix),
                Store(matrix) if matrix.item_size == 4 => store(&tile, &matrix),
                AddMatMul {
                    k,
                    pa,
                    pb,
                    packing: 0,
                } => multiply(&mut tile, k, pa.cast(), pb.cast()),
                _ => return 1,
            }
        }
    }
    0
}

/// Adds the product of a panel of k × ROWS and one of k × COLUMNS.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn multiply(tile: &mut Tile, k: usize, mut a: *const f32, mut b: *const f32) {
    // Panels stream from the second cache: rows this many steps ahead are fetched into the first.
    const AHEAD: usize = 8;
    let mut sums = *tile;
    for _ in 0..k {
        // SAFETY: both panels have k steps; any address may be fetched from.
        unsafe {
            let mut rows = [_mm512_setzero_ps(); UP];
            for (up, rows) in rows.iter_mut().enumerate() {
                *rows = _mm512_loadu_ps(a.add(LANES * up));
                _mm_prefetch::<_MM_HINT_T0>(a.wrapping_add(AHEAD * ROWS + LANES * up).cast());
            }
            for (column, sums) in sums.iter_mut().enumerate() {
                let x = _mm512_set1_ps(*b.add(column));
                for up in 0..UP {
                    sums[up] = _mm512_fmadd_ps(rows[up], x, sums[up]);
                }
            }
            a = a.add(ROWS);
            b = b.add(COLUMNS);
        }
    }
    *tile = sums;
}

/// The lanes that a row of the tile takes.
const WHOLE_ROW: __mmask16 = (1 << COLUMNS) - 1;

/// Where a number of the tile is in a matrix.
#[inline]
fn place(matrix: &OutputStoreKer, row: usize, column: usize) -> *mut f32 {
    let (down, right) = (matrix.row_byte_stride, matrix.col_byte_stride);
    let offset = down * row as isize + right * column as isize;
    matrix.ptr.wrapping_offset(offset).cast()
}

#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn store(tile: &Tile, matrix: &OutputStoreKer) {
    // SAFETY: the tile lies in the matrix.
    unsafe {
        for up in 0..UP {
            let top = LANES * up;
            if matrix.row_byte_stride == 4 {
                for (column, numbers) in tile.iter().enumerate() {
                    _mm512_storeu_ps(place(matrix, top, column), numbers[up]);
                }
            } else if matrix.col_byte_stride == 4 {
                let mut rows = [_mm512_setzero_ps(); LANES];
                for (row, numbers) in rows.iter_mut().zip(tile) {
                    *row = numbers[up];
                }
                transpose(&mut rows);
                for (row, numbers) in rows.into_iter().enumerate() {
                    _mm512_mask_storeu_ps(place(matrix, top + row, 0), WHOLE_ROW, numbers);
                }
            } else {
                for (column, numbers) in tile.iter().enumerate() {
                    let mut single = [0.0; LANES];
                    _mm512_storeu_ps(single.as_mut_ptr(), numbers[up]);
                    for (row, number) in single.into_iter().enumerate() {
                        *place(matrix, top + row, column) = number;
                    }
                }
            }
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn add(tile: &mut Tile, matrix: &OutputStoreKer) {
    // SAFETY: the tile lies in the matrix.
    unsafe {
        for up in 0..UP {
            let top = LANES * up;
            let mut columns = [_mm512_setzero_ps(); LANES];
            if matrix.row_byte_stride == 4 {
                for (column, numbers) in columns.iter_mut().enumerate().take(COLUMNS) {
                    *numbers = _mm512_loadu_ps(place(matrix, top, column));
                }
            } else if matrix.col_byte_stride == 4 {
                for (row, numbers) in columns.iter_mut().enumerate() {
                    *numbers = _mm512_maskz_loadu_ps(WHOLE_ROW, place(matrix, top + row, 0));
                }
                transpose(&mut columns);
            } else {
                for (column, numbers) in columns.iter_mut().enumerate().take(COLUMNS) {
                    let mut single = [0.0; LANES];
                    for (row, number) in single.iter_mut().enumerate() {
                        *number = *place(matrix, top + row, column);
                    }
                    *numbers = _mm512_loadu_ps(single.as_ptr());
                }
            }
            for (numbers, column) in tile.iter_mut().zip(columns) {
                numbers[up] = _mm512_add_ps(numbers[up], column);
            }
        }
    }
}

/// Brings lane j of register i to lane i of register j.
#[inline]
#[target_feature(enable = "avx512f")]
fn transpose(x: &mut [__m512; LANES]) {
    let mut y = *x;
    for i in (0..LANES).step_by(2) {
        y[i] = _mm512_unpacklo_ps(x[i], x[i + 1]);
        y[i + 1] = _mm512_unpackhi_ps(x[i], x[i + 1]);
    }
    let mut z = y;
    for i in (0..LANES).step_by(4) {
        let pairs: [__m512d; 4] = std::array::from_fn(|j| _mm512_castps_pd(y[i + j]));
        z[i] = _mm512_castpd_ps(_mm512_unpacklo_pd(pairs[0], pairs[2]));
        z[i + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(pairs[0], pairs[2]));
        z[i + 2] = _mm512_castpd_ps(_mm512_unpacklo_pd(pairs[1], pairs[3]));
        z[i + 3] = _mm512_castpd_ps(_mm512_unpackhi_pd(pairs[1], pairs[3]));
    }
    // Blocks of 4 × 4 are transposed by now; what is left is to transpose the 4 × 4 blocks.
    const EVEN: i32 = 0b10_00_10_00;
    const ODD: i32 = 0b11_01_11_01;
    for i in 0..4 {
        let a = _mm512_shuffle_f32x4::<EVEN>(z[i], z[4 + i]);
        let b = _mm512_shuffle_f32x4::<ODD>(z[i], z[4 + i]);
        let c = _mm512_shuffle_f32x4::<EVEN>(z[8 + i], z[12 + i]);
        let d = _mm512_shuffle_f32x4::<ODD>(z[8 + i], z[12 + i]);
        x[i] = _mm512_shuffle_f32x4::<EVEN>(a, c);
        x[4 + i] = _mm512_shuffle_f32x4::<EVEN>(b, d);
        x[8 + i] = _mm512_shuffle_f32x4::<ODD>(a, c);
        x[12 + i] = _mm512_shuffle_f32x4::<ODD>(b, d);
    }
}

#[cfg(test)]
mod tests;
